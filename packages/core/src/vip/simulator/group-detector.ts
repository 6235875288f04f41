import type { FakeGroup } from "./group";
import type { Member } from "./member";

const DETECT_MS = 5000;
const LOOK_EVERY_MS = 1000;

/** Failure detection, expulsion and rejoining in the fake group; `tick` runs each `TICK_MS` while anything is unsettled. */
export class GroupDetector {
  static readonly TICK_MS = 25;
  private readonly expelMs: number;
  private readonly periodMs: number;

  constructor(
    private readonly group: FakeGroup,
    expelAfterMs: number | null,
  ) {
    const drawn = {
      expelMs: group.chance.pick([0, 5000]),
      periodMs: group.chance.pick([1000, 2000, 15_000]),
    };
    this.expelMs = expelAfterMs ?? drawn.expelMs;
    this.periodMs = expelAfterMs === null ? drawn.periodMs : 0;
  }

  tick(): void {
    const { members } = this.group;
    this.hear();
    for (const member of members) this.look(member);
    for (const member of members) this.group.takeDeliveries(member);
    for (const killer of members) this.expelSuspects(killer);
    for (const member of members) this.meetGroupAgain(member);
    for (const member of members) this.replaceOldIncarnation(member);
  }

  private hear(): void {
    const { network, truth, members, chance, time } = this.group;
    const { now } = time;
    const up = members.filter((member) => this.group.isUp(member));
    for (const a of up) {
      for (const b of up) if (a !== b && network.isHeard(a.index, b.index)) b.heard[a.index] = now;
    }
    const others = [...truth.members];
    for (const { index, heard, suspectedAt } of up) {
      for (const other of others) {
        if (other === index) continue;
        if (now - (heard[other] ?? 0) <= DETECT_MS) suspectedAt[other] = 0;
        else if (!suspectedAt[other])
          suspectedAt[other] = now + this.expelMs + chance.between(0, this.periodMs);
      }
    }
  }

  private look(member: Member): void {
    const { now } = this.group.time;
    if (now < member.looksAt || !this.group.isUp(member)) return;
    member.looksAt = now + LOOK_EVERY_MS - ((now - member.looksAt) % LOOK_EVERY_MS);
    for (const { index } of this.group.members)
      member.shownSilent[index] = index !== member.index && now - (member.heard[index] ?? 0) > DETECT_MS;
  }

  private expelSuspects(killer: Member): void {
    const { now } = this.group.time;
    if (!killer.suspectedAt.some((at) => at !== 0 && at <= now)) return;
    if (!this.group.hasQuorum(killer.index)) return;
    for (const suspect of [...this.group.truth.members]) {
      const at = killer.suspectedAt[suspect] ?? 0;
      if (suspect === killer.index || at === 0 || at > now) continue;
      const survivors = this.listReachable(killer.index, suspect);
      if (survivors.length * 2 <= this.group.truth.members.size) continue;
      this.group.remove(suspect, survivors);
      this.group.get(suspect).learnMs = this.group.chance.between(3000, 11_000);
      this.group.get(suspect).contactMs = 0;
    }
  }

  private listReachable(from: number, without: number): readonly number[] {
    return [...this.group.truth.members].filter(
      (other) =>
        other !== without &&
        this.group.isUp(this.group.get(other)) &&
        this.group.network.areConnected(from, other),
    );
  }

  /** An expelled member claims to be ONLINE until it has been back in contact long enough; then it rejoins. */
  private meetGroupAgain(member: Member): void {
    if (this.group.truth.members.has(member.index) || !this.group.isUp(member)) return;
    const { primary } = this.group.truth;
    const hasContact = [...this.group.truth.members].some(
      (other) =>
        this.group.isUp(this.group.get(other)) && this.group.network.areConnected(member.index, other),
    );
    if (member.self === "ONLINE") {
      if (!hasContact) return;
      member.contactMs += GroupDetector.TICK_MS;
      if (member.contactMs < member.learnMs) return;
      member.self = "ERROR";
      member.rejoinAt = this.group.time.now + this.group.chance.between(500, 4000);
      this.group.hooks.onLocalChange(member.index);
      return;
    }
    const mayRejoin = member.rejoinAt <= this.group.time.now && hasContact && this.group.hasQuorum(primary);
    if (mayRejoin && this.group.network.areConnected(member.index, primary)) this.rejoin(member);
  }

  private rejoin(member: Member): void {
    this.group.truth.members.add(member.index);
    this.group.truth.epoch += 1;
    member.self = "ONLINE";
    this.group.resetHearing(member.index);
    member.shownSilent.fill(false);
    member.view = { ...this.group.truth, members: new Set(this.group.truth.members) };
    for (const other of this.group.members) {
      other.suspectedAt[member.index] = 0;
      other.heard[member.index] = this.group.time.now;
      other.shownSilent[member.index] = false;
    }
    this.group.deliver([...this.group.truth.members], true);
    this.group.hooks.onLocalChange(member.index);
    this.group.hooks.onTruthChange();
  }

  /** A crashed member that is back before it was expelled makes the group drop its old incarnation at once. */
  private replaceOldIncarnation(member: Member): void {
    if (!this.group.isUp(member) || member.self !== "OFFLINE" || !this.group.truth.members.has(member.index))
      return;
    const others = [...this.group.truth.members].filter((other) => other !== member.index);
    const survivors = others.filter((other) => this.group.hasQuorum(other));
    if (survivors.length > 0) this.group.remove(member.index, survivors);
  }
}
