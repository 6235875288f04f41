import type { NotPrimaryReason, ProbeOutcome } from "@primacy/core/vip";
import { monotonicMs } from "../vip/address/types";
import { type JsonValues, parseJsonRow } from "./json-row";
import {
  findNotPrimaryReason,
  findUnreadableReason,
  isStopping,
  type RoleCheck,
  readRoleCheck,
  roleCheckStatement,
  roleCheckValues,
  watchfulRoleCheckStatement,
} from "./read-role";
import { MysqlError, MysqlSession, type MysqlSettings, type SqlRow } from "./session";
import { StopMark } from "./stop-mark";

/** What the shell learns of probes. Each probe finishes once; one that timed out ends once more, later. */
export interface ProbeReports {
  finished(probeId: number, startedAtMs: number, outcome: ProbeOutcome): void;
  /** A probe that timed out no longer occupies a thread of the server. */
  ended(probeId: number): void;
  /** The idle session broke: the server went away between two probes. */
  sessionLost(detail: string): void;
}

/** What the group is asked: whether the local server is its primary, or whether its table gives a VIP to this host. */
export type ProbeQuestion =
  | { readonly kind: "primary" }
  | { readonly kind: "assignment"; readonly vipId: string; readonly hostId: string };

/** Which host had a VIP by a read in the group's order; null: none. */
export interface AssignmentRead {
  /** Just before the read was sent. */
  readonly startedAtMs: number;
  readonly hostId: string | null;
  readonly viewId: string;
}

const setup = ["SET SESSION group_replication_consistency = 'BEFORE'"];

/**
 * A read of a real table: only then does the server wait for its place in the group's order, which it does before it
 * evaluates anything of the statement. So the role in it, and the assignment, are those after the wait.
 * On the primary that wait is not for the server's own transactions, which are ordered before they are committed and
 * visible: a lock on the row, which its writer holds until then, is.
 */
function planConsensusRead(question: ProbeQuestion): string {
  const values =
    question.kind === "primary"
      ? roleCheckValues
      : `${roleCheckValues}, (SELECT r.host_id FROM primacy.read_vip r WHERE r.vip_id = '${checkId(question.vipId)}' FOR SHARE)`;
  return `SELECT JSON_ARRAY(${values}) FROM primacy.probe WHERE id = 1`;
}

/** Goes into a statement as it is. */
function checkId(id: string): string {
  if (!/^[0-9a-f-]+$/i.test(id)) {
    throw new RangeError("a probe needs the identifier of a VIP");
  }
  return id;
}

/** The place of the assigned host behind {@link roleCheckValues}. */
const assignedAt = 7;
/** A blocked probe cannot be cancelled on the server: no more threads than these may be taken there. */
const maxBusy = 3;
/** A session that a slow group called for is kept this long after its last probe. */
const idleLimitMs = 10_000;
/** Reads for peers at a time; who asks beyond that gets no answer. */
const maxReads = 2;

const tooLate: ProbeOutcome = { kind: "failed", detail: "the answer came after the deadline" };

/** One of the two answers of a probe: the role check and, of the second for an assignment, the assigned host. */
interface Look {
  readonly check: RoleCheck | null;
  readonly assigned: string | null;
}

/** What a probe came to, and what its second answer was; null where there was none. */
interface Answer {
  readonly outcome: ProbeOutcome;
  readonly second: Look | null;
}

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
  readonly #question: ProbeQuestion;
  readonly #consensusRead: string;
  readonly #stops = new StopMark();
  /** Sessions on which the server still works. */
  readonly #busy = new Set<MysqlSession>();
  /** Busy sessions that are of no more use once the server lets go of them. */
  readonly #parked = new Set<MysqlSession>();
  /** Sessions on which nothing is under way, the one used last at the end. */
  #idle: IdleSession[] = [];
  #sweep: NodeJS.Timeout | undefined;
  #settings: MysqlSettings | null = null;
  #serverUuid = "";
  #reads = 0;

  constructor(reports: ProbeReports, question: ProbeQuestion = { kind: "primary" }) {
    this.#reports = reports;
    this.#question = question;
    this.#consensusRead = planConsensusRead(question);
  }

  /** Uses these settings from the next probe on; evidence counts only from the server with this UUID. */
  configure(settings: MysqlSettings | null, serverUuid: string): void {
    this.#settings = settings;
    this.#serverUuid = serverUuid;
    this.#stops.reset();
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
    const answer = await this.#askUntil(opened, deadlineMs, () => this.#reports.ended(probeId));
    this.#reports.finished(probeId, startedAtMs, answer?.outcome ?? { kind: "timed-out" });
  }

  /**
   * Reads on behalf of a peer which host has the VIP. Null where the local server is no ONLINE member, another one than is
   * configured, or has not answered by the deadline, and where others are being asked already. Never throws.
   */
  async readAssignment(deadlineMs: number): Promise<AssignmentRead | null> {
    if (this.#reads >= maxReads) {
      return null;
    }
    this.#reads += 1;
    try {
      return await this.#readAssignment(deadlineMs);
    } finally {
      this.#reads -= 1;
    }
  }

  async #readAssignment(deadlineMs: number): Promise<AssignmentRead | null> {
    const opened = await this.#open(deadlineMs - monotonicMs());
    if (!(opened instanceof MysqlSession)) {
      return null;
    }
    const startedAtMs = monotonicMs();
    const answer = await this.#askUntil(opened, deadlineMs, () => undefined);
    const { outcome, second } = answer ?? { outcome: null, second: null };
    const isProof =
      outcome?.kind === "primary" || (outcome?.kind === "not-primary" && outcome.reason === "not-assigned");
    const viewId = second?.check?.viewId;
    return isProof && second !== null && viewId !== undefined
      ? { startedAtMs, hostId: second.assigned, viewId }
      : null;
  }

  /** Null at the deadline; then the session is set aside, and `onEnd` tells when the server has let go of it. */
  #askUntil(session: MysqlSession, deadlineMs: number, onEnd: () => void): Promise<Answer | null> {
    return new Promise((resolve) => {
      let isTimedOut = false;
      const timer = setTimeout(
        () => {
          isTimedOut = true;
          this.#parked.add(session);
          resolve(null);
        },
        Math.max(0, deadlineMs - monotonicMs()),
      );
      void this.#ask(session).then((answer) => {
        if (isTimedOut) {
          onEnd();
          return;
        }
        clearTimeout(timer);
        const isLate = monotonicMs() > deadlineMs && answer.outcome.kind === "primary";
        resolve(isLate ? { outcome: tooLate, second: null } : answer);
      });
    });
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
      const session = await this.#stops.open(settings, { timeoutMs: Math.max(1, timeoutMs), setup });
      if (settings !== this.#settings) {
        session.destroy();
        return { kind: "failed", detail: "configured anew" };
      }
      session.onLost(({ text }) => this.#noteLost(session, text));
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
   * The role check, and where it does not say no the consensus read. A server that is stopping is not asked for the
   * latter: it would answer to nobody, and wait for that read for 50 s before it ends.
   */
  async #ask(session: MysqlSession): Promise<Answer> {
    this.#busy.add(session);
    try {
      const values = parseJsonRow(
        await this.#stops.query(session, watchfulRoleCheckStatement, roleCheckStatement),
      );
      const check = readRoleCheck(values);
      // Nobody waits any more for what was set aside meanwhile.
      const refusal = this.#parked.has(session) ? tooLate : this.#judge(check, values);
      const [row] = refusal === null ? await session.query(this.#consensusRead) : [];
      this.#end(session);
      return refusal === null ? this.#judgeSecond(check, row) : { outcome: refusal, second: null };
    } catch (error) {
      const detail = error instanceof Error ? error.message : String(error);
      const isGone = !(error instanceof MysqlError) || error.isGone || !session.isAlive;
      if (isGone) {
        session.destroy();
      }
      this.#end(session);
      const kind = isGone && !this.#hasOther() ? "connection-lost" : "failed";
      return { outcome: { kind, detail }, second: null };
    }
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

  #judgeSecond(first: RoleCheck | null, row: SqlRow | undefined): Answer {
    if (row === undefined) {
      return { outcome: { kind: "failed", detail: "the probe table has no row" }, second: null };
    }
    const second = readLook(row);
    const refusal = this.#judge(second.check) ?? this.#judgeAssignment(second);
    return { outcome: refusal ?? compare(first, second.check), second };
  }

  #judgeAssignment({ check, assigned }: Look): ProbeOutcome | null {
    const question = this.#question;
    if (question.kind === "primary" || check === null || assigned === question.hostId) {
      return null;
    }
    return deny("not-assigned", check);
  }

  /** Null where the check stands against nothing. */
  #judge(check: RoleCheck | null, values: JsonValues | null = null): ProbeOutcome | null {
    if (check === null) {
      return { kind: "failed", detail: "the role check returned no row" };
    }
    if (check.serverUuid !== this.#serverUuid) {
      return { kind: "failed", detail: `this is server ${check.serverUuid}, not ${this.#serverUuid}` };
    }
    const reason =
      this.#question.kind === "primary" ? findNotPrimaryReason(check) : findUnreadableReason(check);
    if (reason !== null) {
      return deny(reason, check);
    }
    return isStopping(values) ? deny("stopping", check) : null;
  }
}

function deny(reason: NotPrimaryReason, { memberState, role }: RoleCheck): ProbeOutcome {
  return { kind: "not-primary", reason, observed: { memberState, role } };
}

function readLook(row: SqlRow): Look {
  const values = parseJsonRow(row);
  const assigned = values?.[assignedAt];
  return { check: readRoleCheck(values), assigned: typeof assigned === "string" ? assigned : null };
}

function compare(first: RoleCheck | null, second: RoleCheck | null): ProbeOutcome {
  if (first === null || second === null || first.connectionId !== second.connectionId) {
    return { kind: "not-primary", reason: "changed-during-probe" };
  }
  return { kind: "primary", viewId: second.viewId, serverUuid: second.serverUuid };
}
