import type { Message } from "@primacy/contract";
import type { MysqlReach, MysqlStatus } from "@primacy/contract/agent";
import type { RoleObservation } from "@primacy/core/vip";
import { tellError } from "../message/told-error";
import { monotonicMs } from "../vip/address/types";
import { parseRoleRead, roleReadStatement } from "./read-role";
import { parseStatus, statusStatement, unreachableStatus } from "./read-status";
import { MysqlError, MysqlSession, type MysqlSettings } from "./session";

/**
 * What the watch tells, and how often: a role when it changed and once a second, a status once a second, when a member came
 * or left, and as often as the role while the group shows a member as unreachable. Instants are of the monotonic clock.
 */
export interface ServerReports {
  role(observation: RoleObservation): void;
  status(status: MysqlStatus, read: StatusRead): void;
}

/** What is known of the read itself. */
export interface StatusRead {
  readonly startedMs: number;
  /** Who built the server, in its own words; empty where it was not asked. */
  readonly build: string;
  /** The server took longer to answer than it is waited for, and nothing more is known. */
  readonly isLate: boolean;
}

const statusEveryMs = 1000;
/** While a member is shown as unreachable, however often the role is read. */
const eagerStatusEveryMs = 90;
const eagerRolePollMs = 50;
/** Less than the pace of a gentle watch, so that each of its reads is told. */
const roleAtLeastEveryMs = 900;
const answerTimeoutMs = 1000;
/** Longer than expel timeouts and the period of the suspicions (15 s) usually leave a silent member in the view. */
const eagerLimitMs = 60_000;
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
  #lastGroup = "";
  /** Since when the group shows a member as unreachable; null while it shows none. */
  #uneasySinceMs: number | null = null;
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
      this.#tellUnreachable("unconfigured", null, false);
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
      this.#schedule(this.#paceMs());
    }
  }

  /** Looks at once, where the next turn is awaited: something else has seen that the server may be gone. */
  lookNow(): void {
    if (this.#isResting) {
      clearTimeout(this.#timer);
      this.#schedule(0);
    }
  }

  /** While a member is shown as unreachable another primary may be elected at any moment. */
  #paceMs(): number {
    const isEager = this.#rolePollMs < statusEveryMs && this.#isUneasy(false);
    return isEager ? Math.min(this.#rolePollMs, eagerRolePollMs) : this.#rolePollMs;
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
    let retryMs: number | null = null;
    let isLate = false;
    try {
      const session = await this.#open(generation);
      if (session === null) {
        return;
      }
      const limit = setTimeout(() => {
        isLate = true;
        session.destroy();
      }, answerTimeoutMs);
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
      this.#fail(error, isAnswer, isLate);
      retryMs = this.#retryMs;
      this.#retryMs = Math.min(lastRetryMs, this.#retryMs * 2);
    }
    if (generation === this.#generation) {
      // The pace may have changed during the turn.
      this.#schedule(retryMs ?? this.#paceMs());
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
    const read = isGentle ? null : parseRoleRead((await session.query(roleReadStatement))[0]);
    if (generation !== this.#generation) {
      return;
    }
    const hasChanged =
      read !== null && [this.#tellRole(read.role), this.#noteGroup(read.group)].includes(true);
    // Who has gone silent, and since when, can only be told by those who looked often enough.
    const isUneasy = read !== null && this.#isUneasy(read.isUnreachableShown);
    const ageMs = monotonicMs() - this.#lastStatusAtMs;
    if (isGentle || hasChanged || ageMs >= (isUneasy ? eagerStatusEveryMs : statusEveryMs)) {
      const startedMs = monotonicMs();
      const [row] = await session.query(statusStatement);
      if (generation === this.#generation) {
        this.#lastStatusAtMs = monotonicMs();
        const { status, role, build } = parseStatus(row, this.#lastStatusAtMs);
        if (isGentle) {
          this.#tellRole(role);
        }
        this.#noteUnease(status);
        this.#reports.status(status, { startedMs, build, isLate: false });
      }
    }
  }

  #noteGroup(group: string): boolean {
    const hasChanged = group !== this.#lastGroup;
    this.#lastGroup = group;
    return hasChanged;
  }

  /** A group that stays in parts is looked at as gently as any other: who is to be expelled is expelled by then. */
  #isUneasy(isShownNow: boolean): boolean {
    return this.#uneasySinceMs === null ? isShownNow : monotonicMs() - this.#uneasySinceMs < eagerLimitMs;
  }

  #noteUnease({ members }: MysqlStatus): void {
    const isShown = members.some(({ state }) => state === "UNREACHABLE");
    this.#uneasySinceMs = isShown ? (this.#uneasySinceMs ?? this.#lastStatusAtMs) : null;
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
  #fail(error: unknown, isAnswer: boolean, isLate: boolean): void {
    const isMute = isLate || (error instanceof MysqlError && error.code === "ETIMEDOUT");
    const isDenied = error instanceof MysqlError && error.code.includes("ACCESS_DENIED");
    const told = tellError(error);
    this.#tellRole(unknownRole);
    const reach = isDenied ? "denied" : isAnswer ? "up" : "down";
    this.#tellUnreachable(reach, told, isMute);
  }

  #tellUnreachable(reach: MysqlReach, told: Message | null, isLate: boolean): void {
    const nowMs = monotonicMs();
    this.#uneasySinceMs = null;
    this.#reports.status(unreachableStatus(reach, told, nowMs), { startedMs: nowMs, build: "", isLate });
  }

  #drop(): void {
    const session = this.#session;
    this.#session = null;
    session?.destroy();
  }
}
