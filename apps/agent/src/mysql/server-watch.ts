import type { MysqlStatus } from "@primacy/contract/agent";
import type { RoleObservation } from "@primacy/core/vip";
import { monotonicMs } from "../vip/address/types";
import { parseRoleRead, roleReadStatement } from "./read-role";
import { parseRoleOf, parseStatus, statusStatements, unreachableStatus } from "./read-status";
import { MysqlError, MysqlSession, type MysqlSettings } from "./session";

/** What the watch tells, and how often: a role when it changed and once a second, a status once a second. */
export interface ServerReports {
  role(observation: RoleObservation): void;
  status(status: MysqlStatus): void;
}

const statusEveryMs = 1000;
/** Less than the pace of a gentle watch, so that each of its reads is told. */
const roleAtLeastEveryMs = 900;
const answerTimeoutMs = 1000;
const firstRetryMs = 50;
const lastRetryMs = 1000;
const unknownRole: RoleObservation = { memberState: "unknown", role: "unknown", singlePrimary: null };

/** Watches the local server over one session of its own: the role often, the rest gently. It decides nothing. */
export class ServerWatch {
  readonly #reports: ServerReports;
  #settings: MysqlSettings | null = null;
  #rolePollMs = 1000;
  #session: MysqlSession | null = null;
  #timer: NodeJS.Timeout | undefined;
  #generation = 0;
  /** True between two turns, while the timer runs. */
  #isResting = false;
  #retryMs = firstRetryMs;
  #lastRole = "";
  #lastRoleAtMs = Number.NEGATIVE_INFINITY;
  #lastStatusAtMs = Number.NEGATIVE_INFINITY;

  constructor(reports: ServerReports) {
    this.#reports = reports;
  }

  /** Watches this server from now on, or none. May be called at any time. */
  configure(settings: MysqlSettings | null, rolePollMs: number): void {
    this.#settings = settings;
    this.#rolePollMs = rolePollMs;
    this.#generation += 1;
    clearTimeout(this.#timer);
    this.#drop();
    this.#retryMs = firstRetryMs;
    this.#lastStatusAtMs = Number.NEGATIVE_INFINITY;
    if (settings === null) {
      this.#reports.status(unreachableStatus("unconfigured", null, monotonicMs()));
    } else {
      this.#schedule(0);
    }
  }

  /** Reads the role at another pace from the next turn on. */
  setRolePoll(rolePollMs: number): void {
    const isHastened = rolePollMs < this.#rolePollMs;
    this.#rolePollMs = rolePollMs;
    if (isHastened && this.#isResting) {
      clearTimeout(this.#timer);
      this.#schedule(rolePollMs);
    }
  }

  /** Reads the status at the next turn instead of waiting for its second. */
  hasten(): void {
    this.#lastStatusAtMs = Number.NEGATIVE_INFINITY;
  }

  /** Ends the watch. May be called twice. */
  close(): void {
    this.#settings = null;
    this.#generation += 1;
    clearTimeout(this.#timer);
    this.#drop();
  }

  #schedule(delayMs: number): void {
    const generation = this.#generation;
    this.#isResting = true;
    this.#timer = setTimeout(() => {
      this.#isResting = false;
      void this.#turn(generation);
    }, delayMs);
    this.#timer.unref();
  }

  async #turn(generation: number): Promise<void> {
    let delayMs = this.#rolePollMs;
    try {
      const session = await this.#open(generation);
      if (session === null) {
        return;
      }
      const limit = setTimeout(() => session.destroy(), answerTimeoutMs);
      try {
        await this.#read(session, generation);
      } finally {
        clearTimeout(limit);
      }
      this.#retryMs = firstRetryMs;
    } catch (error) {
      if (generation !== this.#generation) {
        return;
      }
      const isAnswer = error instanceof MysqlError && !error.isGone;
      if (!isAnswer) {
        this.#drop();
      }
      this.#fail(error, isAnswer);
      delayMs = this.#retryMs;
      this.#retryMs = Math.min(lastRetryMs, this.#retryMs * 2);
    }
    if (generation === this.#generation) {
      this.#schedule(delayMs);
    }
  }

  async #open(generation: number): Promise<MysqlSession | null> {
    if (this.#session?.isAlive) {
      return this.#session;
    }
    const settings = this.#settings;
    if (settings === null) {
      return null;
    }
    const session = await MysqlSession.open(settings, { timeoutMs: answerTimeoutMs, setup: [] });
    if (generation !== this.#generation) {
      session.destroy();
      return null;
    }
    this.#session = session;
    return session;
  }

  async #read(session: MysqlSession, generation: number): Promise<void> {
    // At a gentle pace the status, which has the role in it, is all that is asked for.
    const isGentle = this.#rolePollMs >= statusEveryMs;
    const role = isGentle ? null : parseRoleRead((await session.query(roleReadStatement))[0]);
    if (generation !== this.#generation) {
      return;
    }
    const hasChanged = role !== null && this.#tellRole(role);
    if (isGentle || hasChanged || monotonicMs() - this.#lastStatusAtMs >= statusEveryMs) {
      const results = await session.queryAll(statusStatements);
      if (generation === this.#generation) {
        this.#lastStatusAtMs = monotonicMs();
        if (isGentle) {
          this.#tellRole(parseRoleOf(results));
        }
        this.#reports.status(parseStatus(results, this.#lastStatusAtMs));
      }
    }
  }

  #tellRole(role: RoleObservation): boolean {
    const key = `${role.memberState} ${role.role} ${role.singlePrimary}`;
    const hasChanged = key !== this.#lastRole;
    const nowMs = monotonicMs();
    if (hasChanged || nowMs - this.#lastRoleAtMs >= roleAtLeastEveryMs) {
      this.#lastRole = key;
      this.#lastRoleAtMs = nowMs;
      this.#reports.role(role);
    }
    return hasChanged;
  }

  /** A server that answers with an error (no group plugin, a grant missing) is up, but no member that counts. */
  #fail(error: unknown, isAnswer: boolean): void {
    const isDenied = error instanceof MysqlError && error.code.includes("ACCESS_DENIED");
    const detail = error instanceof Error ? error.message : String(error);
    this.#tellRole(unknownRole);
    const reach = isDenied ? "denied" : isAnswer ? "up" : "down";
    this.#reports.status(unreachableStatus(reach, detail, monotonicMs()));
  }

  #drop(): void {
    const session = this.#session;
    this.#session = null;
    session?.destroy();
  }
}
