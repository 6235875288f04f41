import type { ProbeOutcome, RoleObservation } from "@primacy/core/vip";
import { type AssignmentRead, ConsensusProbe, type ProbeReports } from "../mysql/consensus-probe";
import type { MysqlSettings } from "../mysql/session";
import { monotonicMs } from "../vip/address/types";
import type { VipProbe } from "../vip/execute/executor";

/** What the local server is, as far as clients may read from it; null where they may not, or it is not known. */
export type ReadableServer = Pick<RoleObservation, "memberState" | "role">;

/** What the probe of a read VIP stands on. */
export interface AssignmentProbeParts {
  readonly vipId: string;
  readonly hostId: string;
  readonly reports: ProbeReports;
  /** The local server by a look that is not older than its watch is wont to; null where clients may not read from it. */
  readonly look: () => ReadableServer | null;
  /** Asks the servers of other hosts who has the VIP; null where none could prove it in time. Must not throw. */
  readonly askPeers: (deadlineMs: number) => Promise<AssignmentRead | null>;
}

interface Round {
  readonly probeId: number;
  readonly deadlineMs: number;
  /** Why the own server could not be asked. */
  failure: { readonly startedAtMs: number; readonly outcome: ProbeOutcome } | null;
  peers: "not-asked" | "asked" | "silent";
  timer: NodeJS.Timeout | undefined;
}

/** An own answer that takes longer than this is one of a server that is behind, or of a group in trouble. */
const promptMs = 120;

/**
 * The probe of a read VIP: does the group's table give it to this host? The own server is asked in the group's order. A
 * server that is behind answers late, for it first applies all that was ordered before; then a peer is asked to read on its
 * server. Both are reads of the same table in the same order, and are dated before they began.
 */
export class AssignmentProbe implements VipProbe {
  readonly #parts: AssignmentProbeParts;
  readonly #own: ConsensusProbe;
  readonly #rounds = new Map<number, Round>();
  /** Probes that a peer has answered, while the own server still works on them. */
  readonly #answered = new Set<number>();
  #serverUuid = "";

  constructor(parts: AssignmentProbeParts) {
    this.#parts = parts;
    const { vipId, hostId, reports } = parts;
    this.#own = new ConsensusProbe(
      {
        finished: (probeId, startedAtMs, outcome) => this.#takeOwn(probeId, startedAtMs, outcome),
        ended: (probeId) => {
          if (!this.#answered.delete(probeId)) {
            reports.ended(probeId);
          }
        },
        sessionLost: (detail) => reports.sessionLost(detail),
      },
      { kind: "assignment", vipId, hostId },
    );
  }

  /** Uses these settings from the next probe on. */
  configure(settings: MysqlSettings | null, serverUuid: string): void {
    this.#serverUuid = serverUuid;
    this.#own.configure(settings, serverUuid);
  }

  async run(probeId: number, deadlineMs: number): Promise<void> {
    const round: Round = { probeId, deadlineMs, failure: null, peers: "not-asked", timer: undefined };
    this.#rounds.set(probeId, round);
    round.timer = setTimeout(() => void this.#askPeers(round), promptMs);
    await this.#own.run(probeId, deadlineMs);
  }

  /** Reads on behalf of a peer; see {@link ConsensusProbe.readAssignment}. */
  readAssignment(deadlineMs: number): Promise<AssignmentRead | null> {
    return this.#own.readAssignment(deadlineMs);
  }

  /** Closes every session. May be called twice. */
  close(): void {
    for (const { timer } of this.#rounds.values()) {
      clearTimeout(timer);
    }
    this.#rounds.clear();
    this.#own.close();
  }

  #takeOwn(probeId: number, startedAtMs: number, outcome: ProbeOutcome): void {
    const round = this.#rounds.get(probeId);
    if (round === undefined) {
      // A peer was quicker. What has timed out here ends later, and everything else has ended.
      if (outcome.kind !== "timed-out") {
        this.#answered.delete(probeId);
      }
      return;
    }
    if (outcome.kind === "failed" && round.peers !== "silent" && monotonicMs() < round.deadlineMs) {
      round.failure = { startedAtMs, outcome };
      void this.#askPeers(round);
      return;
    }
    this.#finish(round, startedAtMs, outcome);
  }

  async #askPeers(round: Round): Promise<void> {
    if (round.peers !== "not-asked") {
      return;
    }
    round.peers = "asked";
    const read = await this.#parts.askPeers(round.deadlineMs);
    const server = this.#parts.look();
    round.peers = "silent";
    const isOpen = this.#rounds.has(round.probeId);
    if (isOpen && read !== null && server !== null) {
      if (round.failure === null) {
        this.#answered.add(round.probeId);
      }
      this.#finish(round, read.startedAtMs, this.#judge(read, server));
    } else if (isOpen && round.failure !== null) {
      this.#finish(round, round.failure.startedAtMs, round.failure.outcome);
    }
  }

  #judge(read: AssignmentRead, observed: ReadableServer): ProbeOutcome {
    return read.hostId === this.#parts.hostId
      ? { kind: "primary", viewId: read.viewId, serverUuid: this.#serverUuid }
      : { kind: "not-primary", reason: "not-assigned", observed };
  }

  #finish(round: Round, startedAtMs: number, outcome: ProbeOutcome): void {
    clearTimeout(round.timer);
    this.#rounds.delete(round.probeId);
    this.#parts.reports.finished(round.probeId, startedAtMs, outcome);
  }
}
