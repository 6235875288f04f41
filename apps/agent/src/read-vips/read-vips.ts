import type { Message } from "@primacy/contract";
import type { AgentDocument, AgentHello, MysqlStatus, ReadFitness } from "@primacy/contract/agent";
import type { ReadHostSight } from "@primacy/core/read-vip";
import type { RoleObservation } from "@primacy/core/vip";
import type { PeerLinks } from "../http/peer-links";
import type { Log } from "../log/log";
import type { AssignmentRead, ProbeReports } from "../mysql/consensus-probe";
import type { StatusRead } from "../mysql/server-watch";
import type { MysqlSettings } from "../mysql/session";
import { monotonicMs } from "../vip/address/types";
import type { VipLoop } from "../vip/vip-loop";
import { AssignmentProbe, type ReadableServer } from "./assignment-probe";
import { AssignmentWatch } from "./assignment-watch";
import { type AllocatorSight, ReadVipAllocator } from "./read-vip-allocator";

/** What read VIPs need of the runtime. */
export interface ReadVipsParts {
  readonly links: PeerLinks;
  readonly mysql: () => MysqlStatus;
  readonly loops: () => readonly VipLoop[];
  readonly log: Log;
  /** Something that people see has changed. */
  readonly onChange: () => void;
}

/** The status is read once a second; an older one says nothing. */
const statusMaxAgeMs = 3000;
/** A server may be slow for a question or two, as while its group elects; clients are not cut for that. */
const lateLimitMs = 4000;
/** A host that was blocked is kept away for longer each time; a long time without a block ends that. */
const barredFor = { firstMs: 30_000, longestMs: 600_000, forgottenAfterMs: 900_000 };
/** Who assigns must know soon that a host is gone. */
const allocatorPingMs = 1000;
const firstAskLimitMs = 300;

/** Everything of the read VIPs of a host but their loops: what the group's table says, their probes, and who assigns them. */
export class ReadVips {
  readonly #parts: ReadVipsParts;
  readonly #watch: AssignmentWatch;
  readonly #allocator: ReadVipAllocator;
  readonly #probes = new Map<string, AssignmentProbe>();
  #document: AgentDocument | null = null;
  #settings: MysqlSettings | null = null;
  #lastRole: RoleObservation | null = null;
  /** What the local server last said, or that it is gone. That it is only late says nothing. */
  #lastKnown: MysqlStatus | null = null;
  /** When the local server was last seen to have applied everything. */
  #caughtUpAtMs: number | null = null;
  /** The VIPs whose loop was blocked: until when they are kept away, and how often that was so. */
  readonly #bars = new Map<string, { readonly untilMs: number; readonly count: number }>();

  constructor(parts: ReadVipsParts) {
    this.#parts = parts;
    this.#watch = new AssignmentWatch(() => this.#takeRows());
    this.#allocator = new ReadVipAllocator({
      look: () => this.#lookAround(),
      onActive: (isActive) => parts.links.setPace(isActive ? allocatorPingMs : null),
      onAssigned: (vipIds) => this.#tellAssigned(vipIds),
      log: parts.log,
    });
    this.#allocator.start();
  }

  /** Goes by this document and this way to the local server from now on. */
  configure(document: AgentDocument | null, settings: MysqlSettings | null): void {
    this.#document = document;
    this.#settings = settings;
    const hasAny = document?.vips.some(({ kind }) => kind === "read") ?? false;
    this.#watch.configure(hasAny ? settings : null);
  }

  /** The probe of a read VIP, to be closed by {@link forget}. */
  createProbe(vipId: string, hostId: string, reports: ProbeReports): AssignmentProbe {
    const probe = new AssignmentProbe({
      vipId,
      hostId,
      reports,
      look: () => this.#findReadable(),
      askPeers: (deadlineMs) => this.#askPeers(vipId, deadlineMs),
    });
    this.#probes.set(vipId, probe);
    return probe;
  }

  /** Forgets a VIP that is no more. */
  forget(vipId: string): void {
    this.#probes.get(vipId)?.close();
    this.#probes.delete(vipId);
    this.#bars.delete(vipId);
  }

  /** Reads on behalf of a peer who has a VIP; null where this host cannot prove it in time, or has no such VIP. */
  async readAssignment(vipId: string, deadlineMs: number): Promise<AssignmentRead | null> {
    return (await this.#probes.get(vipId)?.readAssignment(deadlineMs)) ?? null;
  }

  /** The host that the local server's table names for a VIP (null: none); undefined while it cannot be read. */
  findAssigned(vipId: string): string | null | undefined {
    const { rows } = this.#watch;
    return rows === null ? undefined : (rows.find((row) => row.vipId === vipId)?.hostId ?? null);
  }

  /** Why this host, whose server is the primary, cannot assign read VIPs; null where it can, or has not to. */
  get problem(): Message | null {
    return this.#allocator.problem;
  }

  /** Tells the loops of read VIPs what the local server is and what its table says. */
  takeRole(observation: RoleObservation): void {
    this.#lastRole = observation;
    for (const loop of this.#listLoops()) {
      const isAssigned = this.findAssigned(loop.vipId) === loop.state.config.selfHostId;
      loop.feed({ kind: "role-observed", observation: { ...observation, isAssigned } });
    }
  }

  /** Takes note of whether the local server has applied everything, and of which VIPs are blocked. */
  takeStatus(status: MysqlStatus, { isLate }: Pick<StatusRead, "isLate">): void {
    const { appliedLagMs, applyQueue, observedMonotonicMs } = status;
    if (!isLate) {
      this.#lastKnown = status;
    }
    if (appliedLagMs === 0 || applyQueue === 0) {
      this.#caughtUpAtMs = observedMonotonicMs;
    }
    const nowMs = monotonicMs();
    for (const { vipId, state } of this.#listLoops()) {
      const before = this.#bars.get(vipId);
      const isKept = before !== undefined && nowMs - before.untilMs < barredFor.forgottenAfterMs;
      if (state.phase.status !== "BLOCKED") {
        if (!isKept) this.#bars.delete(vipId);
        continue;
      }
      const isSameBlock = before !== undefined && nowMs <= before.untilMs;
      const count = isSameBlock ? before.count : (isKept ? before.count : 0) + 1;
      const forMs = Math.min(barredFor.longestMs, barredFor.firstMs * 2 ** (count - 1));
      this.#bars.set(vipId, { untilMs: nowMs + forMs, count });
    }
  }

  /** What this host tells whoever assigns read VIPs; undefined where it has none to hold, or has not looked yet. */
  judgeFitness(): ReadFitness | undefined {
    const loops = this.#listLoops();
    if (loops.length === 0) {
      return undefined;
    }
    const mysql = this.#lastKnown;
    if (mysql === null || mysql.reach === "unconfigured") {
      return undefined;
    }
    return {
      unfitFor: findUnfitness(mysql, this.#document),
      without: this.#listKeptAway(),
      lagMs: this.#computeLagMs(mysql),
    };
  }

  /** Ends everything. May be called twice. */
  close(): void {
    this.#allocator.close();
    this.#watch.close();
    for (const vipId of [...this.#probes.keys()]) {
      this.forget(vipId);
    }
  }

  /**
   * The first transaction after a pause looks as old as the pause was until it is applied; a server is not behind for longer
   * than since it was last seen to have applied everything.
   */
  #computeLagMs({ appliedLagMs, observedMonotonicMs }: MysqlStatus): number | null {
    const sinceMs = this.#caughtUpAtMs === null ? null : observedMonotonicMs - this.#caughtUpAtMs;
    if (appliedLagMs === null || sinceMs === null) {
      return appliedLagMs ?? sinceMs;
    }
    return Math.max(0, Math.min(appliedLagMs, sinceMs));
  }

  /** The VIPs that this host cannot hold: an operator told it so, or it is blocked, or was until a moment ago. */
  #listKeptAway(): string[] {
    const nowMs = monotonicMs();
    return this.#listLoops()
      .filter(
        ({ state }) =>
          state.phase.status === "BLOCKED" || state.maintenance !== "off" || this.#isBarred(state, nowMs),
      )
      .map((loop) => loop.vipId);
  }

  #isBarred({ config }: VipLoop["state"], nowMs: number): boolean {
    return nowMs < (this.#bars.get(config.vipId)?.untilMs ?? 0);
  }

  #listLoops(): readonly VipLoop[] {
    return this.#parts.loops().filter((loop) => loop.state.config.right === "assigned");
  }

  #takeRows(): void {
    if (this.#lastRole !== null) {
      this.takeRole(this.#lastRole);
    }
    this.#parts.onChange();
  }

  #findReadable(): ReadableServer | null {
    const mysql = this.#parts.mysql();
    const { reach, observedMonotonicMs, memberState, memberRole, isOfflineMode, serverUuid } = mysql;
    const isKnown =
      reach === "up" &&
      monotonicMs() - observedMonotonicMs <= statusMaxAgeMs &&
      serverUuid === this.#document?.mysql.serverUuid;
    if (!isKnown || !showsMajority(mysql) || memberState !== "ONLINE" || isOfflineMode !== false) {
      return null;
    }
    return { memberState, role: memberRole === "PRIMARY" ? "PRIMARY" : "SECONDARY" };
  }

  /** The primary's host first, for its server is behind nobody; where it does not prove it in time, all others at once. */
  async #askPeers(vipId: string, deadlineMs: number): Promise<AssignmentRead | null> {
    const { links } = this.#parts;
    const [first, ...rest] = this.#listOnlinePeers();
    if (first === undefined) {
      return null;
    }
    const leftMs = (): number => deadlineMs - monotonicMs();
    const read = await links.askAssignment(first, vipId, Math.min(firstAskLimitMs, leftMs()));
    if (read !== null || rest.length === 0) {
      return read;
    }
    const answers = rest.map(async (hostId) => {
      const answer = await links.askAssignment(hostId, vipId, leftMs());
      return answer ?? Promise.reject(new Error("no proof"));
    });
    return Promise.any(answers).catch(() => null);
  }

  /** Hosts of ONLINE members other than this one, the primary's first. */
  #listOnlinePeers(): readonly string[] {
    const online = this.#parts.mysql().members.filter(({ state }) => state === "ONLINE");
    const primaryFirst = [
      ...online.filter(({ role }) => role === "PRIMARY"),
      ...online.filter(({ role }) => role !== "PRIMARY"),
    ];
    return primaryFirst.flatMap(({ serverUuid }) => this.#parts.links.findHostOf(serverUuid) ?? []);
  }

  #lookAround(): AllocatorSight | null {
    const document = this.#document;
    const settings = this.#settings;
    const mysql = this.#parts.mysql();
    if (document === null || settings === null || !document.mayAcquire || !isWritablePrimary(mysql)) {
      return null;
    }
    const vips = document.vips.flatMap(({ vipId, reads, isPinned }) =>
      reads === undefined ? [] : [{ vipId, rules: reads, isPinned: isPinned ?? false }],
    );
    const others = document.peers.map(({ hostId }) => this.#lookAt(hostId, mysql));
    const primary = { hostId: document.hostId, without: this.#listKeptAway() };
    return vips.length === 0 ? null : { settings, vips, primary, others };
  }

  #lookAt(hostId: string, { members }: MysqlStatus): ReadHostSight {
    const found = this.#parts.links.findHello(hostId);
    const hello: AgentHello | null = found?.hello ?? null;
    const member = members.find(({ serverUuid }) => serverUuid === hello?.serverUuid);
    const reads = hello?.reads ?? null;
    return {
      hostId,
      // Of an agent that has not answered yet it is not known whose member it is.
      isOnlineSecondary: hello === null || (member?.state === "ONLINE" && member.role === "SECONDARY"),
      answeredAgoMs: found?.agoMs ?? null,
      // One that is joining may be about to be told that it may take part.
      isWilling: reads === null || reads.unfitFor === "joining" ? null : reads.unfitFor === null,
      without: reads?.without ?? [],
      lagMs: reads?.lagMs ?? null,
    };
  }

  /** Everyone, for who has lost a VIP should know it as soon as who has got it. */
  #tellAssigned(vipIds: readonly string[]): void {
    this.#watch.refresh();
    const { peers = [], hostId = "" } = this.#document ?? {};
    for (const vipId of vipIds) {
      for (const peer of peers) {
        this.#parts.links.hint(peer.hostId, vipId);
      }
      const own = this.#listLoops().find((loop) => loop.vipId === vipId);
      own?.feed({ kind: "peer-hinted", peer: hostId });
    }
  }
}

/** Whether the server shows more than half of its group as reachable; one that does not is about to lose it. */
function showsMajority({ members }: MysqlStatus): boolean {
  const reachable = members.filter(({ state }) => state === "ONLINE" || state === "RECOVERING");
  return reachable.length * 2 > members.length;
}

function isWritablePrimary(mysql: MysqlStatus): boolean {
  return (
    mysql.reach === "up" &&
    monotonicMs() - mysql.observedMonotonicMs <= statusMaxAgeMs &&
    showsMajority(mysql) &&
    mysql.memberState === "ONLINE" &&
    mysql.memberRole === "PRIMARY" &&
    mysql.isSinglePrimary === true &&
    mysql.isSuperReadOnly === false &&
    mysql.isOfflineMode === false
  );
}

function findUnfitness(mysql: MysqlStatus, document: AgentDocument | null): ReadFitness["unfitFor"] {
  if (mysql.reach !== "up" || monotonicMs() - mysql.observedMonotonicMs > lateLimitMs) {
    return "database_down";
  }
  if (mysql.memberState !== "ONLINE") {
    return "not_online";
  }
  if (mysql.isOfflineMode !== false) {
    return "offline_mode";
  }
  return document?.mayAcquire === true ? null : "joining";
}
