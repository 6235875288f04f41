import { createVipState } from "./create";
import { checkVipActions, checkVipState } from "./invariants";
import { stepVip } from "./step";
import { DEFAULT_VIP_TIMINGS } from "./timings";
import type {
  GroupMember,
  PersistedVip,
  ProbeOutcome,
  Silence,
  VipAction,
  VipConfig,
  VipEvent,
  VipInput,
  VipState,
  VipStatus,
} from "./types";

/** Three hosts; this one is `db1`. */
export const CONFIG: VipConfig = {
  vipId: "vip-1",
  epoch: 1,
  selfHostId: "db1",
  target: { address: "10.0.0.100", prefixLength: 32, nic: "eth0", label: "eth0:pv1" },
  guardedPorts: [3306],
  neighbours: ["10.0.0.1"],
  peers: [
    { hostId: "db2", macs: ["02:00:00:00:00:02"], mustProve: true },
    { hostId: "db3", macs: ["02:00:00:00:00:03"], mustProve: true },
  ],
  mayBind: true,
  policy: { multiPrimary: "refuse", strangers: "require", onRelease: "cut" },
  timings: DEFAULT_VIP_TIMINGS,
};

/** The run of the agent that a scenario plays. */
export const INCARNATION_ID = "run0run0run0run0";

/** A MAC that belongs to no peer. */
export const CONFLICTING_MAC = "02:ff:ff:ff:ff:ff";

const PRIMARY: ProbeOutcome = { kind: "primary", viewId: "v:1", serverUuid: "uuid-1" };

type ActionOf<K extends VipAction["kind"]> = Extract<VipAction, { kind: K }>;

/** One decision driven by hand: keeps state and time, remembers the last actions, and fails on any broken invariant. */
export class Scenario {
  state: VipState;
  now = 10_000;
  actions: readonly VipAction[] = [];

  constructor(config: VipConfig = CONFIG, persisted: PersistedVip | null = null) {
    this.state = createVipState({ config, persisted, incarnationId: INCARNATION_ID, nowMs: this.now });
  }

  get status(): VipStatus {
    return this.state.phase.status;
  }

  /** Lets `afterMs` pass, gives the input, and returns what is ordered. */
  feed(input: VipInput, afterMs = 1): readonly VipAction[] {
    this.now += afterMs;
    const { state, actions } = stepVip(this.state, input, this.now);
    this.state = state;
    this.actions = actions;
    const broken = [...checkVipState(state), ...checkVipActions(state, actions)];
    if (broken.length > 0) throw new Error(`broken invariants: ${JSON.stringify(broken)}`);
    return actions;
  }

  /** Lets time pass in ticks of at most 200 ms, collecting what is ordered. */
  pass(ms: number): readonly VipAction[] {
    const collected: VipAction[] = [];
    for (let left = ms; left > 0; left -= 200)
      collected.push(...this.feed({ kind: "tick" }, Math.min(200, left)));
    this.actions = collected;
    return collected;
  }

  /** The only action of a kind among the last ones; throws if there is none. */
  get<K extends VipAction["kind"]>(kind: K): ActionOf<K> {
    const found = this.find(kind);
    if (found === null)
      throw new Error(`no ${kind} among [${this.actions.map((action) => action.kind).join(" ")}]`);
    return found;
  }

  find<K extends VipAction["kind"]>(kind: K): ActionOf<K> | null {
    for (const action of this.actions) if (isKind(action, kind)) return action;
    return null;
  }

  listEvents(): readonly VipEvent[] {
    return this.actions.flatMap((action) => (action.kind === "emit" ? [action.event] : []));
  }

  /** Reads kernel and NIC for the first time. */
  start(): void {
    this.feed({ kind: "link-observed", state: "up" });
    this.feed({ kind: "kernel-observed", observation: { kind: "absent" } });
  }

  becomeStandby(): void {
    this.start();
    this.clearWire();
  }

  /** Answers the ARP probe that is under way: nobody. */
  clearWire(macs: readonly string[] = []): void {
    const { running } = this.state.strangers;
    if (running === null) throw new Error("no ARP probe is under way");
    const { strangerProbeId, sinceMs } = running;
    this.feed({
      kind: "stranger-checked",
      strangerProbeId,
      startedAtMs: sinceMs,
      outcome: { kind: "answered", macs },
    });
  }

  /** Ends the probe that is under way `afterMs` later, dated at its start. */
  answerProbe(outcome: ProbeOutcome = PRIMARY, afterMs = 2): readonly VipAction[] {
    const { running } = this.state.probe;
    if (running === null) throw new Error("no probe is under way");
    return this.feed(
      { kind: "probe-finished", probeId: running.probeId, startedAtMs: running.askedAtMs, outcome },
      afterMs,
    );
  }

  lookPrimary(): void {
    this.feed({
      kind: "role-observed",
      observation: { memberState: "ONLINE", role: "PRIMARY", singlePrimary: true },
    });
  }

  lookSecondary(): void {
    this.feed({
      kind: "role-observed",
      observation: { memberState: "ONLINE", role: "SECONDARY", singlePrimary: true },
    });
  }

  becomeProving(): void {
    this.becomeStandby();
    this.lookPrimary();
    if (this.state.probe.running === null) this.pass(500);
    this.answerProbe();
    this.expectStatus("PROVING");
  }

  acknowledge(peer: string, silences: Readonly<Record<string, Silence>> = {}): readonly VipAction[] {
    const nonce = this.state.phase.status === "PROVING" ? this.state.phase.nonce : "";
    return this.feed({ kind: "peer-acked", peer, nonce, epoch: 1, proofWaitMs: 3808, silences });
  }

  /** The question to a peer found no answer. */
  failToAsk(peer: string): readonly VipAction[] {
    const nonce = this.state.phase.status === "PROVING" ? this.state.phase.nonce : "";
    return this.feed({ kind: "peer-failed", peer, nonce, code: "timeout" });
  }

  /** The local server shows these members besides itself, all ONLINE unless said otherwise. */
  seeGroup(others: Readonly<Record<string, GroupMember["state"]>>, afterMs = 1): readonly VipAction[] {
    const readStartedAtMs = this.now;
    const shown = Object.entries(others).map(([hostId, state]) => ({ hostId, state }));
    const members: readonly GroupMember[] = [{ hostId: "db1", state: "ONLINE" }, ...shown];
    return this.feed(
      { kind: "group-observed", readStartedAtMs, self: "ONLINE", members, silenceBeforeMs: 5000 },
      afterMs,
    );
  }

  becomeBinding(): void {
    this.becomeProving();
    this.acknowledge("db2");
    this.acknowledge("db3");
    if (this.state.inFlight === null) throw new Error("no bind is under way");
  }

  becomeHolding(): void {
    this.becomeBinding();
    this.finishAct();
    this.expectStatus("HOLDING");
  }

  /** The act that is under way completes in time. */
  finishAct(afterMs = 1, late = false): readonly VipAction[] {
    const { inFlight } = this.state;
    if (inFlight === null) throw new Error("no act is under way");
    const completedAtMs = this.now + afterMs;
    return this.feed({ kind: "act-done", actionId: inFlight.actionId, completedAtMs, late }, afterMs);
  }

  /** The release that is under way ends with the address gone. */
  finishRelease(): readonly VipAction[] {
    const { phase } = this.state;
    if (phase.status !== "RELEASING" || phase.actionId === null) throw new Error("no release is under way");
    return this.feed({
      kind: "release-finished",
      actionId: phase.actionId,
      remaining: { kind: "absent" },
      problems: [],
      errorCode: null,
    });
  }

  /** A peer's release request with the given nonce. */
  ask(peer: string, nonce = `${peer}:1`): readonly VipAction[] {
    return this.feed({
      kind: "peer-requests-release",
      peer,
      nonce,
      requestId: `${nonce}@${this.now}`,
      epoch: 1,
      viewId: "v:2",
      evidenceAgeMs: 5,
      proofWaitMs: 3808,
    });
  }

  /** One poll of a healthy holder: probe, renewal, done. */
  renewOnce(): void {
    if (this.state.probe.running === null) this.pass(500);
    this.answerProbe();
    if (this.state.inFlight !== null) this.finishAct();
  }

  expectStatus(status: VipStatus): void {
    if (this.status !== status) throw new Error(`expected ${status}, found ${this.status}`);
  }
}

function isKind<K extends VipAction["kind"]>(action: VipAction, kind: K): action is ActionOf<K> {
  return action.kind === kind;
}
