import { randomBytes } from "node:crypto";
import type {
  AgentCredential,
  AgentDocument,
  MysqlStatus,
  PeerReach,
  WireAnswer,
} from "@primacy/contract/agent";
import type { PersistedVip, RoleObservation, StopReason, VipConfig, VipInput } from "@primacy/core/vip";
import { PeerLinks } from "../http/peer-links";
import type { Identity } from "../identity/identity";
import type { Log } from "../log/log";
import { ConsensusProbe, type ProbeReports } from "../mysql/consensus-probe";
import { describeGroup } from "../mysql/describe-group";
import { unreachableStatus } from "../mysql/read-status";
import { ServerWatch, type StatusRead } from "../mysql/server-watch";
import type { MysqlSettings } from "../mysql/session";
import { NeighbourWatch } from "../probe/neighbour-watch";
import { WireWatch } from "../probe/wire-watch";
import type { AssignmentProbe } from "../read-vips/assignment-probe";
import { ReadVips } from "../read-vips/read-vips";
import { hashDocument } from "../store/judge-document";
import { monotonicMs } from "../vip/address/types";
import { Drains } from "../vip/drains";
import { VipExecutor } from "../vip/execute/executor";
import { HostWatch } from "../vip/host-watch";
import { findNewMaintenance, planMaintenance, planVipConfigs } from "../vip/plan-config";
import { VipLoop } from "../vip/vip-loop";
import { watchGaps } from "../vip/watch-gaps";
import type { AddressTools } from "./address-tools";
import { PeerDocuments } from "./peer-documents";

/** What a runtime needs of its agent. */
export interface RuntimeParts {
  readonly hands: AddressTools;
  readonly identity: Identity;
  readonly log: Log;
  readonly persist: (vip: PersistedVip) => Promise<void>;
  readonly gateways: () => readonly string[];
  /** Something that people see has changed. */
  readonly onChange: () => void;
}

const stopLimitMs = 10_000;
const gapLimitMs = 1000;
const holderRolePollMs = 1000;
/** While a switchover is expected, on the old primary too: for the moment in which the address moves. */
const expectantRolePollMs = 25;

/** Everything that runs for the agent's cluster: one loop for each VIP, the watches that feed them, the links to peers. */
export class ClusterRuntime {
  readonly links: PeerLinks;
  readonly executor: VipExecutor;
  readonly host: HostWatch;
  readonly peerDocuments = new PeerDocuments();
  /** Asks for VIPs of clusters that this host is no member of. */
  readonly wireWatch: WireWatch;
  readonly drains: Drains;
  readonly readVips: ReadVips;
  readonly #parts: RuntimeParts;
  readonly #neighbours: NeighbourWatch;
  readonly #watch: ServerWatch;
  readonly #loops = new Map<string, VipLoop>();
  readonly #probes = new Map<string, ConsensusProbe | AssignmentProbe>();
  readonly #stopping = new Map<string, () => void>();
  readonly #wire = new Map<string, WireAnswer>();
  readonly #incarnationId = randomBytes(8).toString("hex");
  readonly #stopGaps: () => void;
  #document: AgentDocument | null = null;
  #names: ReadonlyMap<string, string> = new Map();
  #settings: MysqlSettings | null = null;
  #serverUuid = "";
  /** Runs while a switchover is expected. */
  #expectant: NodeJS.Timeout | null = null;
  #mysql: MysqlStatus = unreachableStatus("unconfigured", null, monotonicMs());

  constructor(parts: RuntimeParts) {
    this.#parts = parts;
    const { hands, log, onChange } = parts;
    this.links = new PeerLinks(parts.identity, {
      reach: onChange,
      seen: (peer, epoch) => this.#feedAll({ kind: "peer-seen", peer, epoch }),
    });
    this.host = new HostWatch(
      hands.actuator,
      (network, readStartedAtMs) => {
        const before = this.#describeKernel();
        this.#eachLoop((loop) => loop.feedNetwork(network, readStartedAtMs));
        if (this.#describeKernel() !== before) {
          onChange();
        }
      },
      (error) => log.error("the kernel's addresses cannot be read", { error: String(error) }),
    );
    this.#neighbours = new NeighbourWatch(hands.arp, () => this.host.latest, onChange);
    this.wireWatch = new WireWatch({
      arp: hands.arp,
      network: () => this.host.latest,
      isOwnVip: (vipId) => this.#loops.has(vipId),
      onChange,
    });
    this.drains = new Drains({ gate: hands.gate, killer: hands.killer, onChange });
    this.readVips = new ReadVips({
      links: this.links,
      mysql: () => this.#mysql,
      loops: () => this.loops,
      log,
      onChange,
    });
    this.#watch = new ServerWatch({
      role: (observation) => this.#takeRole(observation),
      status: (status, read) => this.#takeMysql(status, read),
    });
    this.executor = new VipExecutor({
      ...hands,
      peers: this.links,
      probeFor: (vipId) => this.#probes.get(vipId),
      network: () => this.host.latest,
      persist: ({ persisted }) => parts.persist(persisted),
      onWire: (answer) => this.#takeWire(answer),
      log,
    });
    this.#stopGaps = watchGaps(gapLimitMs, (cause) => {
      log.warn("the agent was not running for a while", { cause });
      this.#feedAll({ kind: "gap-detected", cause });
    });
  }

  get document(): AgentDocument | null {
    return this.#document;
  }

  get mysql(): MysqlStatus {
    return this.#mysql;
  }

  /** How the local server is reached; null while document or credential is missing. */
  get mysqlSettings(): MysqlSettings | null {
    return this.#settings;
  }

  get loops(): readonly VipLoop[] {
    return [...this.#loops.values()];
  }

  /** Who else answered for the VIPs of this host's cluster, and for those that the console ordered to be watched. */
  get wire(): readonly WireAnswer[] {
    return [...this.#wire.values(), ...this.wireWatch.list()];
  }

  get names(): ReadonlyMap<string, string> {
    return this.#names;
  }

  findLoop(vipId: string): VipLoop | undefined {
    return this.#loops.get(vipId);
  }

  listPeerReach(): PeerReach[] {
    return this.links.listReach().map((reach) => this.#neighbours.complete(reach));
  }

  /** Starts observing the host; resolves after the first look. */
  start(): Promise<void> {
    return this.host.start();
  }

  /**
   * Puts a document in force: VIPs that it drops are released first, then the rest is created or told.
   * Maintenance modes of the document are set where they differ from those of the document before it.
   */
  async applyDocument(document: AgentDocument, persisted: ReadonlyMap<string, PersistedVip>): Promise<void> {
    const before = this.#document;
    this.#document = document;
    this.#names = new Map(document.peers.map((peer) => [peer.hostId, peer.name]));
    this.links.configure(document.peers, {
      clusterId: document.clusterId,
      hostId: document.hostId,
      documentHash: hashDocument(document),
    });
    this.#neighbours.start(document.peers, () => this.links.listReach());
    this.readVips.configure(document, this.#settings);
    const gone = [...this.#loops.keys()].filter((vipId) => !document.vips.some((vip) => vip.vipId === vipId));
    await Promise.all(gone.map((vipId) => this.#stopLoop(vipId, "removed")));
    for (const config of planVipConfigs(document, this.#parts.gateways())) {
      const kept = persisted.get(config.vipId) ?? null;
      this.#applyVip(config, kept);
      const mode = findNewMaintenance({ vipId: config.vipId, document, before, persisted: kept });
      if (mode !== null) {
        this.#loops.get(config.vipId)?.feed({ kind: "maintenance-set", mode: planMaintenance(mode) });
      }
    }
    await this.host.read();
    this.#parts.onChange();
  }

  /** Signs in with this account from now on. */
  applyCredential(credential: AgentCredential | null): void {
    const mysql = this.#document?.mysql;
    const settings =
      mysql === undefined || credential === null
        ? null
        : {
            host: mysql.adminAddress ?? mysql.address,
            port: mysql.adminAddress === null ? mysql.port : (mysql.adminPort ?? mysql.port),
            user: credential.user,
            password: credential.password,
            isOwn: true,
          };
    // A server that was built anew at the same place has another UUID, and evidence counts only from that one.
    const serverUuid = mysql?.serverUuid ?? "";
    const isSame = JSON.stringify(settings) === JSON.stringify(this.#settings);
    if (isSame && settings !== null && serverUuid === this.#serverUuid) {
      return;
    }
    this.#settings = settings;
    this.#serverUuid = serverUuid;
    this.#watch.configure(settings, this.#rolePollMs());
    this.readVips.configure(this.#document, settings);
    for (const probe of this.#probes.values()) {
      probe.configure(settings, serverUuid);
    }
  }

  /** Looks at the server's role more often for so long; a later call replaces the time. */
  expectSwitchover(forMs: number): void {
    this.#endExpectation();
    this.#expectant = setTimeout(() => this.#endExpectation(), forMs).unref();
    this.#watch.setRolePoll(this.#rolePollMs());
  }

  /** Releases everything and forgets the cluster; the host is observed as before. */
  async forget(): Promise<void> {
    await Promise.all([...this.#loops.keys()].map((vipId) => this.#stopLoop(vipId, "uninstall")));
    this.#endExpectation();
    this.#document = null;
    this.#names = new Map();
    this.applyCredential(null);
    this.#neighbours.stop();
    this.links.configure([], null);
    this.#parts.onChange();
  }

  /** Releases everything and ends everything. Resolves when nothing is held, or after the limit. */
  async stop(reason: StopReason): Promise<void> {
    await Promise.all([...this.#loops.keys()].map((vipId) => this.#stopLoop(vipId, reason)));
    this.#stopGaps();
    this.host.stop();
    this.#endExpectation();
    this.#watch.close();
    this.#neighbours.stop();
    this.wireWatch.stop();
    this.readVips.close();
    this.links.close();
  }

  #applyVip(config: VipConfig, persisted: PersistedVip | null): void {
    const known = this.#loops.get(config.vipId);
    if (known !== undefined) {
      known.feed({ kind: "config-replaced", config });
      return;
    }
    const { vipId, selfHostId } = config;
    const reports: ProbeReports = {
      finished: (probeId, startedAtMs, outcome) =>
        this.#loops.get(vipId)?.feed({ kind: "probe-finished", probeId, startedAtMs, outcome }),
      ended: (probeId) => this.#loops.get(vipId)?.feed({ kind: "probe-ended", probeId }),
      sessionLost: (detail) => {
        this.#loops.get(vipId)?.feed({ kind: "session-lost", detail });
        this.#watch.lookNow();
      },
    };
    const probe =
      config.right === "assigned"
        ? this.readVips.createProbe(vipId, selfHostId, reports)
        : new ConsensusProbe(reports);
    probe.configure(this.#settings, this.#serverUuid);
    this.#probes.set(vipId, probe);
    const loop = new VipLoop(config, persisted, this.#incarnationId, {
      execute: (action, target) => this.executor.execute(action, target),
      log: this.#parts.log,
      names: () => this.#names,
      onChange: () => this.#onVipChange(loop),
      onStopped: () => this.#stopping.get(vipId)?.(),
    });
    this.#loops.set(vipId, loop);
  }

  #onVipChange(loop: VipLoop): void {
    this.#watch.setRolePoll(this.#rolePollMs());
    // The kernel does not announce what the agent itself has just put there.
    if (loop.state.phase.status === "HOLDING" && loop.state.kernel?.kind !== "own") {
      void this.host.read();
    }
    this.#parts.onChange();
  }

  async #stopLoop(vipId: string, reason: StopReason): Promise<void> {
    const loop = this.#loops.get(vipId);
    if (loop === undefined) {
      return;
    }
    let timer: NodeJS.Timeout | undefined;
    const stopped = new Promise<void>((resolve) => {
      this.#stopping.set(vipId, resolve);
      timer = setTimeout(resolve, stopLimitMs);
    });
    loop.feed({ kind: "stop-requested", reason });
    await stopped;
    clearTimeout(timer);
    this.#stopping.delete(vipId);
    loop.close();
    this.#probes.get(vipId)?.close();
    this.readVips.forget(vipId);
    this.#probes.delete(vipId);
    this.#loops.delete(vipId);
    this.#wire.delete(vipId);
  }

  #takeMysql(status: MysqlStatus, read: StatusRead): void {
    const before = this.#mysql;
    this.#mysql = status;
    this.readVips.takeStatus(status, read);
    this.#feedAll(describeGroup(status, read, (uuid) => this.#findHostOf(uuid)));
    const hasChanged =
      before.reach !== status.reach ||
      before.memberState !== status.memberState ||
      before.memberRole !== status.memberRole ||
      before.viewId !== status.viewId ||
      JSON.stringify(before.members) !== JSON.stringify(status.members);
    if (hasChanged) {
      this.#parts.onChange();
    }
  }

  #takeWire(answer: WireAnswer): void {
    const before = this.#wire.get(answer.vipId);
    this.#wire.set(answer.vipId, answer);
    if (before?.macs.join() !== answer.macs.join() || before.address !== answer.address) {
      this.#parts.onChange();
    }
  }

  #findHostOf(serverUuid: string): string | null {
    const own = this.#document;
    return own?.mysql.serverUuid === serverUuid ? own.hostId : this.links.findHostOf(serverUuid);
  }

  /** A read VIP's right is no matter of the role alone. */
  #takeRole(observation: RoleObservation): void {
    this.readVips.takeRole(observation);
    this.#eachLoop((loop) => {
      if (loop.state.config.right !== "assigned") {
        loop.feed({ kind: "role-observed", observation });
      }
    });
  }

  /**
   * The probe of the write VIP's holder reads the role as often anyway, and a new primary tells it at once. Who holds read
   * VIPs may become the primary like any other.
   */
  #rolePollMs(): number {
    if (this.#expectant !== null) {
      return Math.min(expectantRolePollMs, this.#document?.timings.rolePollMs ?? expectantRolePollMs);
    }
    const isHolding = this.loops.some(
      ({ state }) => state.phase.status === "HOLDING" && state.config.right !== "assigned",
    );
    return isHolding ? holderRolePollMs : (this.#document?.timings.rolePollMs ?? holderRolePollMs);
  }

  /** What the kernel has of each VIP: followers are told when that changes, with or without a change of the decision. */
  #describeKernel(): string {
    return this.loops.map((loop) => loop.state.kernel?.kind ?? "").join(" ");
  }

  #endExpectation(): void {
    if (this.#expectant === null) {
      return;
    }
    clearTimeout(this.#expectant);
    this.#expectant = null;
    this.#watch.setRolePoll(this.#rolePollMs());
  }

  #feedAll(input: VipInput): void {
    this.#eachLoop((loop) => loop.feed(input));
  }

  #eachLoop(act: (loop: VipLoop) => void): void {
    for (const loop of this.#loops.values()) {
      act(loop);
    }
  }
}
