import type { ProbeOutcome } from "@primacy/core/vip";
import { monotonicMs } from "../vip/address/types";
import {
  findNotPrimaryReason,
  parseRoleCheck,
  type RoleCheck,
  roleCheckStatement,
  viewedRoleCheckStatement,
} from "./read-role";
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
/**
 * A read of a real table: only then does the server wait for its place in the group's order, which it does before it
 * evaluates anything of the statement. So the role in it is that after the wait.
 */
const consensusStatement = `${viewedRoleCheckStatement} FROM primacy.probe WHERE id = 1`;
const probeStatements = [roleCheckStatement, consensusStatement].join("; ");
/** A blocked probe cannot be cancelled on the server: no more threads than these may be taken there. */
const maxBusy = 3;
/** A session that a slow group called for is kept this long after its last probe. */
const idleLimitMs = 10_000;

interface IdleSession {
  readonly session: MysqlSession;
  readonly sinceMs: number;
}

/**
 * The consensus probe: a `BEFORE` read of a real table after one role check and with another, in one session that is
 * kept from probe to probe. A probe that starts while others are under way has a session to itself. One that does not
 * end in time keeps its session until the server lets go of it.
 */
export class ConsensusProbe {
  readonly #reports: ProbeReports;
  /** Sessions on which the server still works. */
  readonly #busy = new Set<MysqlSession>();
  /** Busy sessions that are of no more use once the server lets go of them. */
  readonly #parked = new Set<MysqlSession>();
  /** Sessions on which nothing is under way, the one used last at the end. */
  #idle: IdleSession[] = [];
  #sweep: NodeJS.Timeout | undefined;
  #settings: MysqlSettings | null = null;
  #serverUuid = "";

  constructor(reports: ProbeReports) {
    this.#reports = reports;
  }

  /** Uses these settings from the next probe on; evidence counts only from the server with this UUID. */
  configure(settings: MysqlSettings | null, serverUuid: string): void {
    this.#settings = settings;
    this.#serverUuid = serverUuid;
    this.#drop();
  }

  /** Runs one probe, also beside others; its outcome comes through the reports. Never throws. */
  async run(probeId: number, deadlineMs: number): Promise<void> {
    const askedAtMs = monotonicMs();
    const opened = await this.#open(deadlineMs - askedAtMs);
    if (!(opened instanceof MysqlSession)) {
      this.#reports.finished(probeId, askedAtMs, opened);
      return;
    }
    const startedAtMs = monotonicMs();
    let isTimedOut = false;
    const timer = setTimeout(
      () => {
        isTimedOut = true;
        this.#parked.add(opened);
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
    const idle = this.#takeIdle();
    if (idle !== null) {
      return idle;
    }
    if (this.#busy.size >= maxBusy) {
      return { kind: "failed", detail: "earlier probes still block on the server" };
    }
    const settings = this.#settings;
    if (settings === null) {
      return { kind: "failed", detail: "not configured" };
    }
    try {
      const session = await MysqlSession.open(settings, { timeoutMs: Math.max(1, timeoutMs), setup });
      if (settings !== this.#settings) {
        session.destroy();
        return { kind: "failed", detail: "configured anew" };
      }
      session.onLost((detail) => this.#noteLost(session, detail));
      return session;
    } catch (error) {
      const detail = error instanceof Error ? error.message : String(error);
      // A server that lets nobody else in is not one that is gone: those who are in will tell.
      return { kind: this.#hasOther() ? "failed" : "connection-lost", detail };
    }
  }

  #takeIdle(): MysqlSession | null {
    return this.#idle.pop()?.session ?? null;
  }

  /** Whether a session is open, at rest or at work. */
  #hasOther(): boolean {
    return this.#idle.length > 0 || [...this.#busy].some((session) => session.isAlive);
  }

  /** Closes the sessions that nothing has needed for a while; the one used last is kept. */
  #closeSpare(): void {
    const oldestMs = monotonicMs() - idleLimitMs;
    const spare = this.#idle.slice(0, -1).filter(({ sinceMs }) => sinceMs <= oldestMs);
    this.#idle = this.#idle.filter((idle) => !spare.includes(idle));
    for (const { session } of spare) {
      session.destroy();
    }
    this.#planSweep();
  }

  #planSweep(): void {
    clearTimeout(this.#sweep);
    if (this.#idle.length > 1) {
      this.#sweep = setTimeout(() => this.#closeSpare(), idleLimitMs);
      this.#sweep.unref();
    }
  }

  /**
   * Nothing asks on an idle session: that it broke is not told by any outcome. A server that went away breaks all, and
   * the last one tells; one session that was ended alone says nothing of it.
   */
  #noteLost(session: MysqlSession, detail: string): void {
    const left = this.#idle.filter((idle) => idle.session !== session);
    const wasIdle = left.length < this.#idle.length;
    this.#idle = left;
    if (wasIdle && !this.#hasOther()) {
      this.#reports.sessionLost(detail);
    }
  }

  /** Ends what is idle or under way; what no probe waits for any more ends by itself. */
  #drop(): void {
    clearTimeout(this.#sweep);
    const idle = this.#idle;
    this.#idle = [];
    for (const { session } of idle) {
      session.destroy();
    }
    for (const session of [...this.#busy]) {
      if (!this.#parked.has(session)) {
        session.destroy();
      }
    }
  }

  /**
   * Both statements in one round trip. The first check's answer comes before the read is done: when it
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
        } else {
          hasRow = true;
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
          const detail = error instanceof Error ? error.message : String(error);
          const isGone = !(error instanceof MysqlError) || error.isGone || !session.isAlive;
          if (isGone) {
            session.destroy();
          }
          this.#end(session);
          resolve({ kind: isGone && !this.#hasOther() ? "connection-lost" : "failed", detail });
        },
      );
    });
  }

  /** The server has let go of the session; one that was set aside meanwhile is of no more use. */
  #end(session: MysqlSession): void {
    this.#busy.delete(session);
    if (this.#parked.delete(session)) {
      session.destroy();
    } else if (session.isAlive) {
      this.#idle.push({ session, sinceMs: monotonicMs() });
      this.#planSweep();
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
