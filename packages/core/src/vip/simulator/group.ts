import type { GroupMember, RoleObservation } from "../types";
import type { Chance } from "./chance";
import { GroupDetector } from "./group-detector";
import { GroupProbes, type ProbeReport } from "./group-probe";
import { createMember, type Member, type View } from "./member";
import type { Network } from "./network";
import type { Timeline } from "./timeline";

/** What the group needs to know of, and tells, the rest of the world. */
export interface GroupHooks {
  /** False while the whole machine is frozen. */
  readonly isHostRunning: (host: number) => boolean;
  readonly onLocalChange: (host: number) => void;
  /** The set of members or the primary changed. */
  readonly onTruthChange: () => void;
  /** A probe will take longer than the liveness promise allows for. */
  readonly onSlowProbe: (host: number) => void;
}

/** Where the group is not just the hosts with settings drawn from the seed. */
export interface GroupShape {
  readonly hosts: number;
  readonly unknownMembers: number;
  readonly expelAfterMs: number | null;
  /** The group is busy: while a member is silent, and until it has caught up, reads in the group's order take about a second. */
  readonly isLoaded: boolean;
  /** What a view names as its primary is the host to which the group's table gives the address. */
  readonly isAssigned: boolean;
}

/** The group as one server shows it. */
export interface ShownGroup {
  readonly self: RoleObservation["memberState"];
  readonly members: readonly GroupMember[];
}

const ASSIGN_WITHIN_MS = 3000;
const ASSIGN_RETRY_MS = 1000;

/**
 * A fake MySQL Group Replication in single-primary mode with the measured behaviours that matter: 5 s failure
 * detector, expel timeout plus suspicion period, a deposed primary that goes on claiming PRIMARY for 3 to 11 s after
 * the heal, probes that block without a majority and never complete on a deposed member, a restarted server that
 * comes back standalone, STOP GROUP_REPLICATION that lets local reads succeed.
 */
export class FakeGroup {
  readonly members: readonly Member[];
  readonly truth: { members: Set<number>; primary: number; epoch: number };
  /** The host with the highest member weight, or null where all have the same. */
  preferred: number | null = null;
  private readonly detector: GroupDetector;
  private readonly probes: GroupProbes;
  private isTicking = false;
  private catchesUpUntilMs = 0;

  constructor(
    private readonly shape: GroupShape,
    readonly time: Timeline,
    readonly chance: Chance,
    readonly network: Network,
    readonly hooks: GroupHooks,
  ) {
    const size = shape.hosts + shape.unknownMembers;
    const all = new Set(Array.from({ length: size }, (_, index) => index));
    this.truth = { members: new Set(all), primary: 0, epoch: 1 };
    this.members = [...all].map((index) => createMember(index, all, chance.between(0, 1000)));
    this.detector = new GroupDetector(this, shape.expelAfterMs);
    this.probes = new GroupProbes(this, hooks.onSlowProbe);
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
      if (this.isUp(this.get(other)) && this.network.areConnected(index, other)) count += 1;
    return count * 2 > members.size;
  }

  /** What the local server says of itself; null while it cannot answer. */
  readRole(index: number): RoleObservation | null {
    const member = this.get(index);
    if (!this.isUp(member)) return null;
    const isPrimary = member.self === "ONLINE" && member.view.primary === index;
    return { memberState: member.self, role: isPrimary ? "PRIMARY" : "SECONDARY", singlePrimary: true };
  }

  /** The members as the local server shows them; null while it cannot answer. */
  readGroup(index: number): ShownGroup | null {
    const member = this.get(index);
    if (!this.isUp(member)) return null;
    const members = [...member.view.members].map((other) => {
      const state = other === index ? member.self : this.isHeard(member, other) ? "ONLINE" : "UNREACHABLE";
      return { hostId: other < this.shape.hosts ? `host-${other}` : null, state } as const;
    });
    return { self: member.self, members };
  }

  private isHeard(member: Member, other: number): boolean {
    return other === member.index || member.shownSilent[other] !== true;
  }

  /** What naive agents go by: role and majority as `performance_schema` shows them. */
  claimsPrimary(index: number): boolean {
    const member = this.get(index);
    if (!this.isUp(member) || member.self !== "ONLINE" || member.view.primary !== index) return false;
    let online = 0;
    for (const other of member.view.members) if (this.isHeard(member, other)) online += 1;
    return online * 2 > member.view.members.size;
  }

  /** Whether a read that begins now waits for the places of a silent member, or of one that is just back. */
  findsReadsSlow(): boolean {
    if (!this.shape.isLoaded) return false;
    const members = [...this.truth.members];
    const isSilent = members.some(
      (index) =>
        !this.isUp(this.get(index)) || members.some((other) => !this.network.areConnected(index, other)),
    );
    if (isSilent) this.catchesUpUntilMs = this.time.now + this.chance.between(500, 2500);
    return isSilent || this.time.now < this.catchesUpUntilMs;
  }

  /** Runs the consensus probe on a member, of itself or another; reports once, or never while the probe stays blocked. */
  startProbe(index: number, report: ProbeReport, subject = index): void {
    this.probes.start(index, report, subject);
  }

  /** Takes over a newer view that names the member. */
  applyView(member: Member, view: View): void {
    if (view.epoch <= member.view.epoch || !view.members.has(member.index)) return;
    member.view = view;
    this.hooks.onLocalChange(member.index);
  }

  /** True while every member is up, ONLINE and heard, and every view delivered. */
  get isSettled(): boolean {
    return !this.isTicking;
  }

  /** To be called before and after anything outside (links, machines, servers) changes. */
  disturb(): void {
    if (!this.isTicking) {
      this.isTicking = true;
      for (const member of this.members) member.heard.fill(this.time.now);
      this.time.at(this.time.now + GroupDetector.TICK_MS, () => this.tick());
    }
    this.probes.advanceAll();
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
      (other) =>
        other !== primary &&
        other < this.shape.hosts &&
        this.isUp(this.get(other)) &&
        this.network.areConnected(other, primary),
    );
    if (candidates.length === 0) return null;
    this.truth.primary = this.elect(candidates);
    this.truth.epoch += 1;
    this.deliver([...members], true);
    this.hooks.onTruthChange();
    return this.truth.primary;
  }

  /** Drops a member; the survivors elect among themselves. */
  remove(index: number, survivors: readonly number[]): void {
    this.truth.members.delete(index);
    this.truth.epoch += 1;
    if (this.truth.primary === index) {
      if (this.shape.isAssigned) this.assignLater(ASSIGN_WITHIN_MS);
      else this.truth.primary = this.elect(survivors);
    }
    this.deliver(survivors, false);
    this.hooks.onTruthChange();
  }

  /** Who assigns first has to notice that the host is gone, and then needs a majority. */
  private assignLater(withinMs: number): void {
    this.time.at(this.time.now + this.chance.between(0, withinMs), () => {
      if (this.truth.members.has(this.truth.primary)) return;
      const able = [...this.truth.members].filter((member) => this.hasQuorum(member));
      if (!able.some((member) => member < this.shape.hosts)) {
        this.assignLater(ASSIGN_RETRY_MS);
        return;
      }
      this.disturb();
      this.truth.primary = this.elect(able);
      this.truth.epoch += 1;
      this.deliver(able, true);
      this.hooks.onTruthChange();
      this.disturb();
    });
  }

  private elect(candidates: readonly number[]): number {
    const { preferred } = this;
    if (preferred !== null && candidates.includes(preferred)) return preferred;
    return this.chance.pick(candidates.filter((candidate) => candidate < this.shape.hosts));
  }

  /**
   * `group_replication_force_members` with this member alone, as an operator does where it reaches no majority. Safe only
   * where none of the others is in a group; who is learns of it as one that was expelled does.
   */
  forceAlone(index: number): void {
    const member = this.get(index);
    const isLeft = this.isUp(member) && member.self === "ONLINE" && this.truth.members.has(index);
    if (!isLeft || this.hasQuorum(index)) return;
    for (const other of [...this.truth.members]) {
      if (other === index) continue;
      this.get(other).learnMs = this.chance.between(3000, 11_000);
      this.get(other).contactMs = 0;
      this.remove(other, [index]);
    }
  }

  /** Tells members the current truth after the delay of the network and the applier. */
  deliver(to: readonly number[], isFast: boolean): void {
    for (const index of to) {
      const at = this.time.now + (isFast ? this.chance.between(2, 50) : this.chance.between(10, 300));
      const view = { ...this.truth, members: new Set(this.truth.members) };
      this.get(index).deliveries.push({ at, view });
      this.time.at(at, () => this.takeDeliveries(this.get(index)));
    }
  }

  takeDeliveries(member: Member): void {
    if (member.deliveries.length === 0 || !this.isUp(member)) return;
    const due = member.deliveries.filter(({ at }) => at <= this.time.now);
    if (due.length === 0) return;
    member.deliveries = member.deliveries.filter(({ at }) => at > this.time.now);
    for (const { view } of due) this.applyView(member, view);
  }

  private tick(): void {
    this.detector.tick();
    this.probes.advanceAll();
    if (this.isQuiet()) this.isTicking = false;
    else this.time.at(this.time.now + GroupDetector.TICK_MS, () => this.tick());
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
          member.suspectedAt.every((at) => at === 0) &&
          !member.shownSilent.includes(true),
      )
    );
  }
}
