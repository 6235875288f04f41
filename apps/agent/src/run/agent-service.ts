import { message } from "@primacy/contract";
import type {
  AddressGrantAccepted,
  AgentCredential,
  AgentDocument,
  AgentHello,
  AgentStatus,
  AssignmentReply,
  AssignmentRequest,
  CertificateGrant,
  CertificateRequest,
  DocumentAccepted,
  DrainRequest,
  DrainState,
  FenceAccepted,
  FenceRequest,
  ForgetRequest,
  HeldCluster,
  HostObservation,
  KeptAddressGrant,
  MaintenanceRequest,
  NextStartRequest,
  NextStartSettings,
  ObserveRequest,
  OperatorKeys,
  PeerHint,
  ReleaseReply,
  ReleaseRequest,
  RoleCheckOrder,
  SignedAddressGrant,
  SwitchoverNotice,
  WireWatchAccepted,
  WireWatchOrder,
} from "@primacy/contract/agent";
import type { GrantClient } from "../address-helper/remote-address-tools";
import { readClock } from "../clock/read-clock";
import type { Fencing } from "../fencing/fencing";
import type { OperatorLink } from "../host-operator/operator-link";
import type { AgentApi } from "../http/agent-api";
import { RefusalError, refuseCluster } from "../http/refusal";
import type { Identity } from "../identity/identity";
import type { Log } from "../log/log";
import { tellError } from "../message/told-error";
import type { PluginGuards } from "../plugin-guard/plugin-guards";
import { PartRoleCheck, type RoleCheckParts } from "../role-check/part-role-check";
import type { AgentStore, UnknownConfiguration } from "../store/agent-store";
import { hashDocument, judgeDocument } from "../store/judge-document";
import { monotonicMs } from "../vip/address/types";
import type { ExclusiveRight } from "../vip/exclusive";
import { planMaintenance } from "../vip/plan-config";
import type { VipLoop } from "../vip/vip-loop";
import { type AddressTools, listAddressToolWarnings } from "./address-tools";
import { buildStatus } from "./build-status";
import type { ClusterRuntime } from "./cluster-runtime";
import { observeOwnHost, readOwnNextStart } from "./observe-own-host";
import { findGrantCluster, listGrantWarnings, listKeptWarnings, listReadWarnings } from "./part-warnings";
import { PeerRequests } from "./peer-requests";
import { StatusFeed } from "./status-feed";
import { agentVersion, listAbilities, spokenProtocol } from "./version";

/** What the service stands on. */
export interface ServiceParts extends Pick<RoleCheckParts, "roleChecks"> {
  readonly identity: () => Identity;
  readonly hands: AddressTools;
  readonly office: GrantClient;
  readonly store: AgentStore;
  readonly fences: Fencing;
  readonly operator: Pick<OperatorLink, "summary">;
  readonly runtime: ClusterRuntime;
  readonly guards: Pick<PluginGuards, "status" | "stop">;
  /** The cluster that this part is made for; null: the one that it is told of first. */
  readonly clusterId: string | null;
  /** All clusters of this host, this part's too. */
  readonly listHeld: () => readonly HeldCluster[];
  /** This part is of no cluster any more. */
  readonly onForgotten: (clusterId: string) => Promise<void>;
  readonly bootId: string;
  readonly log: Log;
  readonly hasSupervisor: () => boolean;
  readonly takeRight: (clusterId: string) => Promise<ExclusiveRight | null>;
  readonly requestCertificate: () => Promise<string>;
  readonly putCertificate: (grant: CertificateGrant) => Promise<void>;
}

/** The agent as the console and the peers of one cluster see it, and the people on its host. */
export class AgentService implements AgentApi {
  readonly #parts: ServiceParts;
  readonly #feed: StatusFeed;
  readonly #peers: PeerRequests;
  readonly #roleCheck: PartRoleCheck;
  readonly #startedMs = monotonicMs();
  #right: ExclusiveRight | null = null;
  /** What was found at the start and cannot be acted on, until the console tells the agent anew. */
  #unknown: UnknownConfiguration | null = null;
  #seq = 0;
  #hasEnded = false;
  /** Changes of document, credential and membership run one after the other. */
  #changes: Promise<unknown> = Promise.resolve();

  constructor(parts: ServiceParts) {
    this.#parts = parts;
    this.#feed = new StatusFeed(() => this.status());
    this.#peers = new PeerRequests(parts.runtime, parts.log);
    this.#roleCheck = new PartRoleCheck(parts);
  }

  /**
   * Takes up what was kept over a restart. What another version kept is left as it is, and no address is taken until the
   * console has told the agent again. False when another agent of the cluster runs on this host. Throws StoreError.
   */
  async restore(): Promise<boolean> {
    const { store, runtime, log } = this.#parts;
    const kept = await store.readConfiguration();
    if (kept.kind === "none") {
      return true;
    }
    // Also without a document: what an operator set must be known when the console tells the agent again.
    const vips = await store.readVips();
    if (kept.kind === "unknown") {
      this.#unknown = kept;
      const { file, protocol } = kept;
      log.warn("this version does not know the form of what was kept; the console is waited for", {
        file,
        protocol,
      });
      return true;
    }
    this.#right = await this.#parts.takeRight(kept.document.clusterId);
    if (this.#right === null) {
      return false;
    }
    await runtime.applyDocument(kept.document, vips);
    runtime.applyCredential(kept.credential);
    await this.#roleCheck.restore(kept.document.clusterId);
    return true;
  }

  /** Tells followers that something has changed. */
  notify(): void {
    this.#feed.notify();
  }

  /** The cluster of this part; null while there is none. */
  get clusterId(): string | null {
    const { runtime, clusterId } = this.#parts;
    return runtime.document?.clusterId ?? this.#unknown?.clusterId ?? clusterId;
  }

  /** When this part began, on the monotonic clock. */
  get startedMs(): number {
    return this.#startedMs;
  }

  /** Nothing of any cluster is kept here. */
  get isEmpty(): boolean {
    return this.#parts.runtime.document === null && this.#unknown === null;
  }

  hello(): AgentHello {
    const { operator, runtime } = this.#parts;
    const { document, readVips } = runtime;
    const reads = readVips.judgeFitness();
    return {
      protocol: spokenProtocol,
      agentVersion,
      hostId: this.#parts.identity().bootstrap.hostId,
      clusterId: document?.clusterId ?? null,
      epoch: document?.epoch ?? null,
      clock: readClock(this.#parts.bootId),
      serverUuid: document?.mysql.serverUuid ?? null,
      abilities: listAbilities(),
      ...(reads === undefined ? {} : { reads }),
      clusters: [...this.#parts.listHeld()],
      ...(operator.summary === null ? {} : { operator: operator.summary }),
    };
  }

  status(): AgentStatus {
    const { hands, runtime, bootId, hasSupervisor, identity: identityOf } = this.#parts;
    const [permit, identity] = [this.#findGrant(), identityOf()];
    this.#seq += 1;
    return buildStatus(runtime, {
      agentVersion,
      hostId: identity.bootstrap.hostId,
      bootId,
      seq: this.#seq,
      startedMs: this.#startedMs,
      certificateExpiresAt: identity.expiresAt.toISOString(),
      warnings: [
        ...listAddressToolWarnings(hands, hasSupervisor()),
        ...listKeptWarnings(this.#unknown),
        ...listReadWarnings(runtime.readVips.problem),
        ...listGrantWarnings(runtime.document, permit),
      ],
      permitEpoch: permit?.epoch ?? null,
      hasRstGate: hands.gate.kind === "nft" && hands.gate.isWorking,
      operator: this.#parts.operator.summary,
      guards: this.#parts.guards.status(),
    });
  }

  followStatus(onStatus: (status: AgentStatus) => void, onEnd: () => void): () => void {
    return this.#feed.follow(onStatus, onEnd);
  }

  /** Ends the streams of whoever follows: what they ask for is told by another part from now on. */
  endFollowers(): void {
    this.#feed.end();
  }

  putGrant(signed: SignedAddressGrant): Promise<AddressGrantAccepted> {
    return this.#change(async () => {
      const { office, log } = this.#parts;
      this.#requireCluster(findGrantCluster(signed));
      const { epoch, vipIds } = await office.put(signed);
      log.info("grant accepted", { epoch, vips: vipIds.length });
      return { epoch };
    });
  }

  putDocument(document: AgentDocument): Promise<DocumentAccepted> {
    return this.#change(async () => {
      const { store, runtime, office } = this.#parts;
      const held = runtime.document;
      if (held === null) this.#requireCluster(document.clusterId);
      const verdict = judgeDocument(held, document, this.#parts.identity().bootstrap.hostId);
      if (verdict.kind === "refused") {
        throw new RefusalError(verdict.code, verdict.details);
      }
      if (verdict.kind === "accepted") {
        this.#right ??= await this.#parts.takeRight(document.clusterId);
        if (this.#right === null) {
          throw new RefusalError("bad_request", [message("refusal.second_agent")]);
        }
        await store.writeDocument(document);
        this.#unknown = null;
        await runtime.applyDocument(document, store.vips);
        runtime.applyCredential(await store.readCredential());
        await store.keepOnly(document.vips.map((vip) => vip.vipId));
        this.#parts.log.info("document accepted", { epoch: document.epoch, vips: document.vips.length });
      }
      // Also of one that is in force already: the first time may have failed.
      await office.settle(document.clusterId);
      return { epoch: document.epoch, documentHash: hashDocument(document) };
    });
  }

  putCredential(credential: AgentCredential): Promise<void> {
    return this.#change(async () => {
      await this.#parts.store.writeCredential(credential);
      this.#parts.runtime.applyCredential(credential);
    });
  }

  observe(request: ObserveRequest): Promise<HostObservation> {
    return observeOwnHost(this.#parts, request);
  }

  readNextStart({ variables }: NextStartRequest): Promise<NextStartSettings> {
    return readOwnNextStart(this.#parts, variables);
  }

  watchWire(order: WireWatchOrder): WireWatchAccepted {
    return { vipIds: this.#parts.runtime.wireWatch.order(order) };
  }

  async setMaintenance({ vipId, mode }: MaintenanceRequest): Promise<void> {
    this.getLoop(vipId).feed({ kind: "maintenance-set", mode: planMaintenance(mode) });
  }

  expectSwitchover({ clusterId, forMs }: SwitchoverNotice): void {
    const { runtime } = this.#parts;
    const held = runtime.document?.clusterId;
    if (held !== clusterId) throw refuseCluster(held ?? null);
    this.#parts.log.info("a switchover is expected", { forMs });
    runtime.expectSwitchover(forMs);
  }

  async drain({ vipId, forMs }: DrainRequest): Promise<DrainState> {
    const { drains } = this.#parts.runtime;
    const loop = this.getLoop(vipId);
    const wasDraining = drains.find(loop) !== null;
    const state = await drains.apply(loop, forMs);
    // It is prolonged each half second.
    if (forMs !== null && (forMs === 0 || !wasDraining || state.state !== "draining"))
      this.#parts.log.info("a drain was asked for", { vipId, forMs, ...state });
    return state;
  }

  listOperatorKeys(): Promise<OperatorKeys> {
    return this.#parts.fences.listKeys();
  }

  fence(request: FenceRequest): Promise<FenceAccepted> {
    return this.#change(() => this.#parts.fences.take(request));
  }

  putRoleCheck(order: RoleCheckOrder): Promise<void> {
    return this.#change(() => this.#roleCheck.put(order));
  }

  forget({ clusterId, epoch }: ForgetRequest): Promise<void> {
    return this.#change(async () => {
      const { runtime, store, office, hands, log, listHeld, onForgotten } = this.#parts;
      const held = runtime.document;
      this.#requireCluster(clusterId);
      if (held !== null && epoch < held.epoch) {
        const told = message("refusal.epoch_below", { epoch, held: held.epoch });
        throw new RefusalError("epoch_too_low", [told]);
      }
      this.#roleCheck.end(clusterId);
      await runtime.forget();
      await store.forget();
      await office.forget(clusterId);
      this.#unknown = null;
      // The addresses of other clusters have theirs in it too.
      if (listHeld().length === 0) await hands.gate.remove();
      await this.#right?.release();
      this.#right = null;
      log.info("cluster forgotten", { clusterId });
      await onForgotten(clusterId);
    });
  }

  async requestCertificate(): Promise<CertificateRequest> {
    return { csrPem: await this.#parts.requestCertificate() };
  }

  async putCertificate(grant: CertificateGrant): Promise<void> {
    try {
      await this.#parts.putCertificate(grant);
    } catch (error) {
      throw new RefusalError("bad_request", [tellError(error)]);
    }
  }

  requestRelease(peer: string, request: ReleaseRequest, signal: AbortSignal): Promise<ReleaseReply> {
    return this.#peers.requestRelease(peer, request, signal);
  }

  hintPeer(peer: string, hint: PeerHint): void {
    this.#peers.hint(peer, hint);
  }

  askAssignment(peer: string, request: AssignmentRequest): Promise<AssignmentReply> {
    return this.#peers.askAssignment(peer, request);
  }

  epoch(): number | null {
    const { document } = this.#parts.runtime;
    const known = [document?.epoch, this.#findGrant()?.epoch].flatMap((epoch) => epoch ?? []);
    return known.length === 0 ? null : Math.max(...known);
  }

  /** The loops of all VIPs of this cluster. */
  listLoops(): readonly VipLoop[] {
    return this.#parts.runtime.loops;
  }

  /** The loop of one VIP. Throws RefusalError. */
  getLoop(vipId: string): VipLoop {
    const loop = this.#parts.runtime.findLoop(vipId);
    if (loop === undefined) {
      throw new RefusalError("unknown_vip", [message("refusal.vip_unknown", { vipId })]);
    }
    return loop;
  }

  /** Releases every address and ends everything: what is asked for later is refused. */
  async stop(): Promise<void> {
    this.#hasEnded = true;
    this.#feed.end();
    this.#parts.guards.stop();
    await this.#parts.runtime.stop("shutdown");
    await this.#parts.store.settle();
    await this.#right?.release();
  }

  #findGrant(): KeptAddressGrant | null {
    const { clusterId } = this;
    return clusterId === null ? null : this.#parts.office.find(clusterId);
  }

  /** What is held of one cluster must not depend on what another one is told. Throws RefusalError. */
  #requireCluster(clusterId: string | null): void {
    const own = this.clusterId;
    if (own !== null && clusterId !== own) throw refuseCluster(own);
  }

  #change<T>(act: () => Promise<T>): Promise<T> {
    const unlessEnded = async (): Promise<T> => {
      if (this.#hasEnded) throw new RefusalError("unconfigured", [message("refusal.unconfigured")]);
      return act();
    };
    const next = this.#changes.then(unlessEnded, unlessEnded);
    this.#changes = next.catch(() => undefined);
    return next;
  }
}
