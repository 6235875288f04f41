import type { ProbeOutcome, RoleObservation } from "../types";
import type { Chance } from "./chance";
import type { Network } from "./network";
import type { Timeline } from "./timeline";

/**
 * A fake MySQL Group Replication in single-primary mode with the measured behaviours that matter: 5 s failure
 * detector, expel timeout plus suspicion period, a deposed primary that goes on claiming PRIMARY for 3 to 11 s after
 * the heal, probes that block without a majority and never complete on a deposed member, a restarted server that
 * comes back standalone, STOP GROUP_REPLICATION that lets local reads succeed.
 */
export interface GroupHooks {
  /** False while the whole machine is frozen. */
  readonly isHostRunning: (host: number) => boolean;
  readonly onLocalChange: (host: number) => void;
  /** The set of members or the primary changed. */
  readonly onTruthChange: () => void;
}

interface View {
  readonly members: ReadonlySet<number>;
  readonly primary: number;
  readonly epoch: number;
}

interface Member {
  readonly index: number;
  mysqld: "running" | "frozen" | "dead";
  self: "ONLINE" | "ERROR" | "OFFLINE";
  view: View;
  heard: number[];
  suspectedAt: number[];
  contactMs: number;
  learnMs: number;
  rejoinAt: number;
  deliveries: { readonly at: number; readonly view: View }[];
  /** Counts starts of the server. */
  starts: number;
}

/** `wasPrimary`: at the instant at which the group ordered the probe. */
export type ProbeReport = (outcome: ProbeOutcome, wasPrimary: boolean) => void;

interface Probe {
  readonly member: Member;
  readonly starts: number;
  readonly report: ProbeReport;
  phase: "Q1" | "Q2" | "Q3";
  doneAt: number;
  snapshot: View | null;
}

const TICK_MS = 25;
const DETECT_MS = 5000;

/** See {@link GroupHooks}. One instance per simulated world. */
export class FakeGroup {
  readonly members: readonly Member[];
  truth: { members: Set<number>; primary: number; epoch: number };
  private readonly expelMs: number;
  private readonly periodMs: number;
  private readonly probes = new Set<Probe>();
  private isTicking = false;

  constructor(
    size: number,
    private readonly time: Timeline,
    private readonly chance: Chance,
    private readonly network: Network,
    private readonly hooks: GroupHooks,
  ) {
    const all = new Set(Array.from({ length: size }, (_, index) => index));
    this.truth = { members: new Set(all), primary: 0, epoch: 1 };
    this.expelMs = chance.pick([0, 5000]);
    this.periodMs = chance.pick([1000, 2000, 15_000]);
    this.members = [...all].map((index) => ({
      index,
      mysqld: "running",
      self: "ONLINE",
      view: { members: all, primary: 0, epoch: 1 },
      heard: Array.from({ length: size }, () => 0),
      suspectedAt: Array.from({ length: size }, () => 0),
      contactMs: 0,
      learnMs: 0,
      rejoinAt: 0,
      deliveries: [],
      starts: 1,
    }));
  }

  /** A member by index. */
  get(index: number): Member {
    const member = this.members[index];
    if (member === undefined) throw new Error(`no member ${index}`);
    return member;
  }

  isUp(member: Member): boolean {
    return member.mysqld === "running" && this.hooks.isHostRunning(member.index);
  }

  /** True when the member belongs to the group and reaches a majority of it in both directions. */
  hasQuorum(index: number): boolean {
    const { members } = this.truth;
    if (!members.has(index) || !this.isUp(this.get(index))) return false;
    let count = 0;
    for (const other of members)
      if (this.isUp(this.get(other)) && this.network.talks(index, other)) count += 1;
    return count * 2 > members.size;
  }

  /** What the local server says of itself; null while it cannot answer. */
  readRole(index: number): RoleObservation | null {
    const member = this.get(index);
    if (!this.isUp(member)) return null;
    const isPrimary = member.self === "ONLINE" && member.view.primary === index;
    return { memberState: member.self, role: isPrimary ? "PRIMARY" : "SECONDARY", singlePrimary: true };
  }

  /** What naive agents go by: role and majority as `performance_schema` shows them. */
  claimsPrimary(index: number): boolean {
    const member = this.get(index);
    if (!this.isUp(member) || member.self !== "ONLINE" || member.view.primary !== index) return false;
    let online = 0;
    for (const other of member.view.members) {
      const isHeard =
        other === index || !this.isTicking || this.time.now - (member.heard[other] ?? 0) <= DETECT_MS;
      if (isHeard) online += 1;
    }
    return online * 2 > member.view.members.size;
  }

  /** Runs the consensus probe on a member; reports once, or never while the probe stays blocked. */
  startProbe(index: number, report: ProbeReport): void {
    const member = this.get(index);
    if (member.mysqld === "dead") {
      report({ kind: "connection-lost", detail: "refused" }, false);
      return;
    }
    const probe: Probe = { member, starts: member.starts, report, phase: "Q1", doneAt: 0, snapshot: null };
    this.probes.add(probe);
    this.advance(probe);
  }

  private advance(probe: Probe): void {
    const { member } = probe;
    if (!this.probes.has(probe)) return;
    if (member.mysqld === "dead" || member.starts !== probe.starts) {
      this.finish(probe, { kind: "connection-lost", detail: "gone" });
      return;
    }
    if (!this.isUp(member)) return;
    if (probe.phase === "Q1") {
      if (member.self !== "ONLINE" || member.view.primary !== member.index) {
        this.finish(probe, {
          kind: "not-primary",
          reason: member.self === "ONLINE" ? "not-primary" : "not-online",
        });
        return;
      }
      probe.phase = "Q2";
    }
    if (probe.phase === "Q2") {
      // After STOP GROUP_REPLICATION the read succeeds locally; only Q3 unmasks it.
      if (member.self === "ONLINE" && !this.hasQuorum(member.index)) return;
      probe.phase = "Q3";
      probe.doneAt = this.time.now + this.drawProbeMs();
      if (member.self === "ONLINE") probe.snapshot = { ...this.truth, members: new Set(this.truth.members) };
      this.time.at(probe.doneAt, () => this.advance(probe));
      return;
    }
    if (this.time.now < probe.doneAt) return;
    if (probe.snapshot !== null) this.applyView(member, probe.snapshot);
    const isPrimary = member.self === "ONLINE" && member.view.primary === member.index;
    this.finish(
      probe,
      isPrimary
        ? { kind: "primary", viewId: `v:${member.view.epoch}`, serverUuid: `uuid-${member.index}` }
        : { kind: "not-primary", reason: "changed-during-probe" },
    );
  }

  private drawProbeMs(): number {
    return this.chance.happens(0.005) ? this.chance.between(40, 900) : this.chance.between(0.7, 40);
  }

  private finish(probe: Probe, outcome: ProbeOutcome): void {
    this.probes.delete(probe);
    probe.report(outcome, probe.snapshot?.primary === probe.member.index);
  }

  private applyView(member: Member, view: View): void {
    if (view.epoch <= member.view.epoch || !view.members.has(member.index)) return;
    member.view = view;
    this.hooks.onLocalChange(member.index);
  }

  /** To be called before and after anything outside (links, machines, servers) changes. */
  disturb(): void {
    if (!this.isTicking) {
      this.isTicking = true;
      for (const member of this.members) member.heard.fill(this.time.now);
      this.time.at(this.time.now + TICK_MS, () => this.tick());
    }
    this.advanceAll();
  }

  private advanceAll(): void {
    for (const probe of [...this.probes]) this.advance(probe);
  }

  freezeServer(index: number): void {
    const member = this.get(index);
    if (member.mysqld === "running") member.mysqld = "frozen";
  }

  thawServer(index: number): void {
    const member = this.get(index);
    if (member.mysqld !== "frozen") return;
    member.mysqld = "running";
    this.resetHearing(index);
  }

  /** After a freeze the member's own detector starts over. */
  resetHearing(index: number): void {
    this.get(index).heard.fill(this.time.now);
    this.get(index).suspectedAt.fill(0);
  }

  crashServer(index: number): boolean {
    const member = this.get(index);
    if (member.mysqld === "dead") return false;
    member.mysqld = "dead";
    member.self = "OFFLINE";
    return true;
  }

  /** `STOP GROUP_REPLICATION`, started again after `durationMs`. */
  stopReplication(index: number, durationMs: number): void {
    const member = this.get(index);
    if (!this.isUp(member) || member.self !== "ONLINE" || !this.truth.members.has(index)) return;
    const others = [...this.truth.members].filter((other) => other !== index && this.isUp(this.get(other)));
    if (others.length === 0) return;
    member.self = "OFFLINE";
    member.rejoinAt = this.time.now + durationMs;
    this.remove(index, others);
    this.hooks.onLocalChange(index);
  }

  restartServer(index: number): void {
    const member = this.get(index);
    if (member.mysqld !== "dead") return;
    member.mysqld = "running";
    member.starts += 1;
    member.rejoinAt = this.time.now + this.chance.between(1000, 4000);
    this.hooks.onLocalChange(index);
  }

  /** `group_replication_set_as_primary` to a random other member; returns the new primary or null. */
  switchPrimary(): number | null {
    const { primary, members } = this.truth;
    if (!this.hasQuorum(primary)) return null;
    const candidates = [...members].filter(
      (other) => other !== primary && this.isUp(this.get(other)) && this.network.talks(other, primary),
    );
    if (candidates.length === 0) return null;
    this.truth.primary = this.chance.pick(candidates);
    this.truth.epoch += 1;
    this.deliver([...members], true);
    this.hooks.onTruthChange();
    return this.truth.primary;
  }

  private deliver(to: readonly number[], isFast: boolean): void {
    for (const index of to) {
      const at = this.time.now + (isFast ? this.chance.between(2, 50) : this.chance.between(10, 300));
      const view = { ...this.truth, members: new Set(this.truth.members) };
      this.get(index).deliveries.push({ at, view });
      this.time.at(at, () => this.takeDeliveries(this.get(index)));
    }
  }

  private takeDeliveries(member: Member): void {
    if (!this.isUp(member)) return;
    const due = member.deliveries.filter(({ at }) => at <= this.time.now);
    if (due.length === 0) return;
    member.deliveries = member.deliveries.filter(({ at }) => at > this.time.now);
    for (const { view } of due) this.applyView(member, view);
  }

  private tick(): void {
    this.hear();
    for (const member of this.members) this.takeDeliveries(member);
    for (const killer of this.members) this.expelSuspects(killer);
    for (const member of this.members) this.meetGroupAgain(member);
    for (const member of this.members) this.replaceOldIncarnation(member);
    this.advanceAll();
    if (this.isQuiet()) this.isTicking = false;
    else this.time.at(this.time.now + TICK_MS, () => this.tick());
  }

  private isQuiet(): boolean {
    return (
      this.network.isWhole() &&
      this.members.every(
        (member) =>
          this.isUp(member) &&
          member.self === "ONLINE" &&
          this.truth.members.has(member.index) &&
          member.deliveries.length === 0 &&
          member.suspectedAt.every((at) => at === 0),
      )
    );
  }

  private hear(): void {
    const { now } = this.time;
    for (const a of this.members) {
      for (const b of this.members) {
        if (a !== b && this.network.reaches(a.index, b.index) && this.isUp(a) && this.isUp(b))
          b.heard[a.index] = now;
      }
    }
    for (const member of this.members) {
      if (!this.isUp(member)) continue;
      for (const other of this.truth.members) {
        if (other === member.index) continue;
        if (now - (member.heard[other] ?? 0) <= DETECT_MS) member.suspectedAt[other] = 0;
        else if (!member.suspectedAt[other]) {
          member.suspectedAt[other] = now + this.expelMs + this.chance.between(0, this.periodMs);
        }
      }
    }
  }

  private expelSuspects(killer: Member): void {
    if (!this.hasQuorum(killer.index)) return;
    for (const suspect of [...this.truth.members]) {
      const at = killer.suspectedAt[suspect] ?? 0;
      if (suspect === killer.index || at === 0 || at > this.time.now) continue;
      const survivors = this.listReachable(killer.index, suspect);
      if (survivors.length * 2 <= this.truth.members.size) continue;
      this.remove(suspect, survivors);
      this.get(suspect).learnMs = this.chance.between(3000, 11_000);
      this.get(suspect).contactMs = 0;
    }
  }

  private listReachable(from: number, without: number): readonly number[] {
    return [...this.truth.members].filter(
      (other) => other !== without && this.isUp(this.get(other)) && this.network.talks(from, other),
    );
  }

  private remove(index: number, survivors: readonly number[]): void {
    this.truth.members.delete(index);
    this.truth.epoch += 1;
    if (this.truth.primary === index) this.truth.primary = this.chance.pick(survivors);
    this.deliver(survivors, false);
    this.hooks.onTruthChange();
  }

  /** An expelled member claims to be ONLINE until it has been back in contact long enough; then it rejoins. */
  private meetGroupAgain(member: Member): void {
    if (this.truth.members.has(member.index) || !this.isUp(member)) return;
    const { primary } = this.truth;
    const hasContact = [...this.truth.members].some(
      (other) => this.isUp(this.get(other)) && this.network.talks(member.index, other),
    );
    if (member.self === "ONLINE") {
      if (!hasContact) return;
      member.contactMs += TICK_MS;
      if (member.contactMs < member.learnMs) return;
      member.self = "ERROR";
      member.rejoinAt = this.time.now + this.chance.between(500, 4000);
      this.hooks.onLocalChange(member.index);
      return;
    }
    const mayRejoin = member.rejoinAt <= this.time.now && hasContact && this.hasQuorum(primary);
    if (mayRejoin && this.network.talks(member.index, primary)) this.rejoin(member);
  }

  private rejoin(member: Member): void {
    this.truth.members.add(member.index);
    this.truth.epoch += 1;
    member.self = "ONLINE";
    this.resetHearing(member.index);
    member.view = { ...this.truth, members: new Set(this.truth.members) };
    for (const other of this.members) {
      other.suspectedAt[member.index] = 0;
      other.heard[member.index] = this.time.now;
    }
    this.deliver([...this.truth.members], true);
    this.hooks.onLocalChange(member.index);
    this.hooks.onTruthChange();
  }

  /** A crashed member that is back before it was expelled makes the group drop its old incarnation at once. */
  private replaceOldIncarnation(member: Member): void {
    if (!this.isUp(member) || member.self !== "OFFLINE" || !this.truth.members.has(member.index)) return;
    const others = [...this.truth.members].filter((other) => other !== member.index);
    const survivors = others.filter((other) => this.hasQuorum(other));
    if (survivors.length > 0) this.remove(member.index, survivors);
  }
}
