import type { ProbeOutcome } from "@primacy/core/vip";
import { monotonicMs } from "../vip/address/types";
import { findNotPrimaryReason, parseRoleCheck, type RoleCheck, roleCheckStatement } from "./read-role";
import { MysqlError, MysqlSession, type MysqlSettings } from "./session";

/** What the shell learns of probes. Each probe finishes once; one that timed out ends once more, later. */
export interface ProbeReports {
  finished(probeId: number, startedAtMs: number, outcome: ProbeOutcome): void;
  /** A probe that timed out no longer occupies a thread of the server. */
  ended(probeId: number): void;
  /** The idle session broke: the server went away between two probes. */
  sessionLost(detail: string): void;
}

const setup = ["SET SESSION group_replication_consistency = 'BEFORE'"];
/** A read of a real table: only then does the server wait for its place in the group's order. */
const consensusStatement = "SELECT v FROM primacy.probe WHERE id = 1";
const probeStatements = [roleCheckStatement, consensusStatement, roleCheckStatement].join("; ");
const maxParked = 2;

/**
 * The consensus probe: a `BEFORE` read of a real table between two role checks, in one session that is
 * kept from probe to probe. A probe that does not end in time keeps its session until the server lets
 * go of it; the next probe opens another.
 */
export class ConsensusProbe {
  readonly #reports: ProbeReports;
  /** Sessions on which the server still works. */
  readonly #busy = new Set<MysqlSession>();
  /** Busy sessions that no probe waits for any more. */
  readonly #parked = new Set<MysqlSession>();
  #settings: MysqlSettings | null = null;
  #serverUuid = "";
  #session: MysqlSession | null = null;
  #isProbing = false;

  constructor(reports: ProbeReports) {
    this.#reports = reports;
  }

  /** Uses these settings from the next probe on; evidence counts only from the server with this UUID. */
  configure(settings: MysqlSettings | null, serverUuid: string): void {
    this.#settings = settings;
    this.#serverUuid = serverUuid;
    this.#drop();
  }

  /** Runs one probe; its outcome comes through the reports. Never throws. */
  async run(probeId: number, deadlineMs: number): Promise<void> {
    const askedAtMs = monotonicMs();
    this.#isProbing = true;
    const opened = await this.#open(deadlineMs - askedAtMs);
    if (!(opened instanceof MysqlSession)) {
      this.#isProbing = false;
      this.#reports.finished(probeId, askedAtMs, opened);
      return;
    }
    const startedAtMs = monotonicMs();
    let isTimedOut = false;
    const timer = setTimeout(
      () => {
        isTimedOut = true;
        this.#park(opened);
        this.#reports.finished(probeId, startedAtMs, { kind: "timed-out" });
      },
      Math.max(0, deadlineMs - startedAtMs),
    );
    const outcome = await this.#ask(opened);
    if (isTimedOut) {
      this.#reports.ended(probeId);
      return;
    }
    clearTimeout(timer);
    this.#isProbing = false;
    if (outcome.kind === "connection-lost") {
      this.#drop();
    }
    const isLate = monotonicMs() > deadlineMs && outcome.kind === "primary";
    this.#reports.finished(
      probeId,
      startedAtMs,
      isLate ? { kind: "failed", detail: "the answer came after the deadline" } : outcome,
    );
  }

  /** Closes every session, parked ones too. May be called twice. */
  close(): void {
    this.#settings = null;
    this.#drop();
    for (const session of this.#parked) {
      session.destroy();
    }
  }

  async #open(timeoutMs: number): Promise<MysqlSession | ProbeOutcome> {
    if (this.#session?.isAlive && !this.#busy.has(this.#session)) {
      return this.#session;
    }
    if (this.#session !== null && this.#busy.has(this.#session)) {
      this.#park(this.#session);
      this.#isProbing = true;
    }
    if (this.#parked.size >= maxParked) {
      return { kind: "failed", detail: "earlier probes still block on the server" };
    }
    const settings = this.#settings;
    if (settings === null) {
      return { kind: "failed", detail: "not configured" };
    }
    try {
      const session = await MysqlSession.open(settings, { timeoutMs: Math.max(1, timeoutMs), setup });
      this.#session = session;
      session.onLost((detail) => {
        if (this.#session === session) {
          this.#session = null;
          if (!this.#isProbing) {
            this.#reports.sessionLost(detail);
          }
        }
      });
      return session;
    } catch (error) {
      return { kind: "connection-lost", detail: error instanceof Error ? error.message : String(error) };
    }
  }

  #park(session: MysqlSession): void {
    this.#isProbing = false;
    this.#parked.add(session);
    if (this.#session === session) {
      this.#session = null;
    }
  }

  #drop(): void {
    const session = this.#session;
    this.#session = null;
    session?.destroy();
  }

  /**
   * All three statements in one round trip. The first check's answer comes before the read is done: when it
   * says no, that is the outcome at once, and the session is busy until the rest has ended.
   */
  #ask(session: MysqlSession): Promise<ProbeOutcome> {
    return new Promise((resolve) => {
      let first: RoleCheck | null = null;
      let hasRow = false;
      let second: RoleCheck | null = null;
      const work = session.stream(probeStatements, (row, index) => {
        if (index === 0) {
          first = parseRoleCheck(row);
          const refusal = this.#judge(first);
          if (refusal !== null) {
            resolve(refusal);
          }
        } else if (index === 1) {
          hasRow = true;
        } else {
          second = parseRoleCheck(row);
        }
      });
      this.#busy.add(session);
      work.then(
        () => {
          this.#end(session);
          const failure = hasRow ? null : ({ kind: "failed", detail: "the probe table has no row" } as const);
          resolve(this.#judge(first) ?? failure ?? this.#judge(second) ?? compare(first, second));
        },
        (error: unknown) => {
          this.#end(session);
          const detail = error instanceof Error ? error.message : String(error);
          const isGone = !(error instanceof MysqlError) || error.isGone || !session.isAlive;
          resolve({ kind: isGone ? "connection-lost" : "failed", detail });
        },
      );
    });
  }

  /** The server has let go of the session; one that was set aside meanwhile is of no more use. */
  #end(session: MysqlSession): void {
    this.#busy.delete(session);
    if (this.#parked.delete(session)) {
      session.destroy();
    }
  }

  #judge(check: RoleCheck | null): ProbeOutcome | null {
    if (check === null) {
      return { kind: "failed", detail: "the role check returned no row" };
    }
    if (check.serverUuid !== this.#serverUuid) {
      return { kind: "failed", detail: `this is server ${check.serverUuid}, not ${this.#serverUuid}` };
    }
    const reason = findNotPrimaryReason(check);
    const { memberState, role } = check;
    return reason === null ? null : { kind: "not-primary", reason, observed: { memberState, role } };
  }
}

function compare(first: RoleCheck | null, second: RoleCheck | null): ProbeOutcome {
  if (first === null || second === null || first.connectionId !== second.connectionId) {
    return { kind: "not-primary", reason: "changed-during-probe" };
  }
  return { kind: "primary", viewId: second.viewId, serverUuid: second.serverUuid };
}
