import type { ProbeOutcome } from "../types";
import type { FakeGroup } from "./group";
import type { Member, View } from "./member";

/** `wasPrimary`: the group really had this primary at some instant of the probe. */
export type ProbeReport = (outcome: ProbeOutcome, wasPrimary: boolean) => void;

interface Probe {
  readonly member: Member;
  /** Of whom it asks whether it is the primary. */
  readonly subject: number;
  readonly starts: number;
  readonly report: ProbeReport;
  phase: "Q1" | "Q2" | "Q3";
  doneAt: number;
  snapshot: View | null;
}

const SLOW_PROBE_SHARE = 0.005;
/** What a read takes in a busy group with a silent member: about 1.25 s were measured. */
const SLOWED_MS = { from: 900, to: 1300 };

/** The consensus probes that run on the fake servers. */
export class GroupProbes {
  private readonly probes = new Set<Probe>();

  constructor(
    private readonly group: FakeGroup,
    private readonly onSlowProbe: (host: number) => void,
  ) {}

  /** Runs the consensus probe on a member, of itself or another; reports once, or never while the probe stays blocked. */
  start(index: number, report: ProbeReport, subject: number): void {
    const member = this.group.get(index);
    if (member.mysqld === "dead") {
      report({ kind: "connection-lost", detail: "refused" }, false);
      return;
    }
    const probe: Probe = {
      member,
      subject,
      starts: member.starts,
      report,
      phase: "Q1",
      doneAt: 0,
      snapshot: null,
    };
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
    if (!this.group.isUp(member)) return;
    if (probe.phase === "Q1") {
      const isOfItself = probe.subject === member.index;
      if (member.self !== "ONLINE" || (isOfItself && member.view.primary !== member.index)) {
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
      if (member.self === "ONLINE" && !this.group.hasQuorum(member.index)) return;
      probe.phase = "Q3";
      probe.doneAt = this.group.time.now + this.drawProbeMs(member.index);
      if (member.self === "ONLINE")
        probe.snapshot = { ...this.group.truth, members: new Set(this.group.truth.members) };
      this.group.time.at(probe.doneAt, () => this.advance(probe));
      return;
    }
    if (this.group.time.now < probe.doneAt) return;
    if (probe.snapshot !== null) this.group.applyView(member, probe.snapshot);
    const isPrimary = member.self === "ONLINE" && member.view.primary === probe.subject;
    this.finish(
      probe,
      isPrimary
        ? { kind: "primary", viewId: `v:${member.view.epoch}`, serverUuid: `uuid-${member.index}` }
        : { kind: "not-primary", reason: "changed-during-probe" },
    );
  }

  private drawProbeMs(index: number): number {
    const isSlowed = this.group.findsReadsSlow();
    if (!isSlowed && !this.group.chance.happens(SLOW_PROBE_SHARE)) return this.group.chance.between(0.7, 40);
    const takesMs = isSlowed
      ? this.group.chance.between(SLOWED_MS.from, SLOWED_MS.to)
      : this.group.chance.between(40, 900);
    this.onSlowProbe(index);
    this.group.time.at(this.group.time.now + takesMs, () => this.onSlowProbe(index));
    return takesMs;
  }

  private finish(probe: Probe, outcome: ProbeOutcome): void {
    this.probes.delete(probe);
    // The group's truth at the order, or at the end where the member was deposed and elected again in between.
    const { subject } = probe;
    probe.report(outcome, probe.snapshot?.primary === subject || this.group.truth.primary === subject);
  }

  advanceAll(): void {
    for (const probe of [...this.probes]) this.advance(probe);
  }
}
