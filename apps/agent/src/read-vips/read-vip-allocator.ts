import type { Message, ReadVipRules } from "@primacy/contract";
import {
  type AssignableVip,
  type AssignmentPlan,
  isAnyoneDoubtful,
  judgeReadFitness,
  listFit,
  listSound,
  planAssignments,
  type ReadAssignment,
  type ReadFitTrack,
  type ReadHostSight,
} from "@primacy/core/read-vip";
import type { Log } from "../log/log";
import { tellError } from "../message/told-error";
import type { MysqlSession, MysqlSettings } from "../mysql/session";
import { StopMark } from "../mysql/stop-mark";
import { monotonicMs } from "../vip/address/types";
import { assignmentsStatement, parseAssignments } from "./assignment-watch";

/** What read VIPs are assigned from, on the host of the primary. */
export interface AllocatorSight {
  readonly settings: MysqlSettings;
  readonly vips: readonly AssignableVip[];
  /** This host, and the VIPs that it cannot hold. */
  readonly primary: { readonly hostId: string; readonly without: readonly string[] };
  /** Every other host of the cluster. */
  readonly others: readonly ReadHostSight[];
}

/** What the allocator needs of its agent. */
export interface AllocatorParts {
  /** Null while this host has none to assign, or its server does not look like the group's primary. */
  readonly look: () => AllocatorSight | null;
  /** It begins to assign, or stops. */
  readonly onActive: (isActive: boolean) => void;
  /** The table has changed for these VIPs; hosts that had them or have them now want to know. */
  readonly onAssigned: (vipIds: readonly string[]) => void;
  readonly log: Log;
}

const everyMs = 1000;
const turnLimitMs = 2000;
/** So long it waits for hosts that have not said yet whether they can hold a VIP, as while a document is handed out. */
const awaitOthersMs = 10_000;
/** So long it waits for those who have not answered since it began; who is gone never will. */
const awaitAnswersMs = 1500;
/** So long it looks again, when it begins, at an ONLINE secondary that seems unfit. Nothing moves meanwhile. */
const awaitSoundMs = 5000;
/** A server that cannot be asked for a moment is the primary still: what is remembered of the hosts is kept for so long. */
const keepTracksMs = 10_000;
/**
 * Read after all that the group has ordered, so that a primary without a majority finds that out before it writes. And it
 * waits for no lock: who holds one would be waited for again and again, by sessions that nobody listens to any more.
 */
const setup = [
  "SET SESSION group_replication_consistency = 'BEFORE', SESSION innodb_lock_wait_timeout = 1, SESSION lock_wait_timeout = 1",
];

/**
 * Assigns read VIPs, on the host whose server is the primary. Whether it really is, its own transaction shows: a server that
 * is none cannot commit one. So two that both believe it do no harm, and a transaction that is late has its place in the
 * group's order all the same.
 */
export class ReadVipAllocator {
  readonly #parts: AllocatorParts;
  readonly #stops = new StopMark();
  #timer: NodeJS.Timeout | undefined;
  #session: { readonly session: MysqlSession; readonly settings: MysqlSettings } | null = null;
  /** By lag limit. */
  #tracks = new Map<number, Readonly<Record<string, ReadFitTrack>>>();
  #activeSinceMs: number | null = null;
  #activeUntilMs = Number.NEGATIVE_INFINITY;
  #isClosed = false;
  #problem: Message | null = null;

  constructor(parts: AllocatorParts) {
    this.#parts = parts;
  }

  /** Why the table could not be read or written when last tried; null where it could. */
  get problem(): Message | null {
    return this.#problem;
  }

  /** Looks each second from now on. */
  start(): void {
    this.#schedule();
  }

  /** Ends it; what is under way is given up. May be called twice. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#drop();
  }

  #schedule(): void {
    if (!this.#isClosed) {
      this.#timer = setTimeout(() => void this.#turn().finally(() => this.#schedule()), everyMs).unref();
    }
  }

  async #turn(): Promise<void> {
    const sight = this.#parts.look();
    this.#setActive(sight !== null);
    if (sight === null || this.#awaitsOthers(sight)) {
      return;
    }
    const limit = setTimeout(() => this.#drop(), turnLimitMs);
    try {
      await this.#assign(sight);
      this.#setProblem(null);
    } catch (error) {
      this.#drop();
      this.#setProblem(tellError(error));
    } finally {
      clearTimeout(limit);
    }
  }

  #awaitsOthers({ others, vips }: AllocatorSight): boolean {
    const isMute = others.some(({ isOnlineSecondary, isWilling }) => isOnlineSecondary && isWilling === null);
    const activeForMs = monotonicMs() - (this.#activeSinceMs ?? 0);
    const isSilent = others.some(
      ({ answeredAgoMs }) => answeredAgoMs === null || answeredAgoMs > activeForMs,
    );
    const isDoubtful = (): boolean =>
      listLimits(vips).some((maxLagMs) => isAnyoneDoubtful(others, { maxLagMs, nowMs: monotonicMs() }));
    return (
      (isSilent && activeForMs < awaitAnswersMs) ||
      (isMute && activeForMs < awaitOthersMs) ||
      (this.#tracks.size === 0 && activeForMs < awaitSoundMs && isDoubtful())
    );
  }

  async #assign(sight: AllocatorSight): Promise<void> {
    const tracks = this.#judge(sight);
    const session = await this.#open(sight.settings);
    // A read in the group's order would keep a server that leaves its group from ending.
    if (await this.#stops.isStopping(session)) {
      return;
    }
    const rows = parseAssignments(await session.query(assignmentsStatement));
    const plan = planAssignments({
      vips: sight.vips,
      rows,
      primary: sight.primary.hostId,
      secondaries: sight.others.map(({ hostId }) => hostId),
      barredFor: (vipId) =>
        [sight.primary, ...sight.others].flatMap(({ hostId, without }) =>
          without.includes(vipId) ? [hostId] : [],
        ),
      fitWithin: (maxLagMs) => listFit(tracks.get(maxLagMs) ?? {}),
      soundWithin: (maxLagMs) => listSound(tracks.get(maxLagMs) ?? {}),
    });
    const statements = planStatements(plan);
    if (statements.length === 0) {
      return;
    }
    await session.query(["START TRANSACTION", ...statements, "COMMIT"].join("; "));
    this.#parts.log.info("read VIPs assigned", { before: rows, written: plan.write, removed: plan.remove });
    this.#parts.onAssigned(plan.write.map(({ vipId }) => vipId));
  }

  /** What is known of the hosts by each lag limit. */
  #judge({ vips, others }: AllocatorSight): ReadonlyMap<number, Readonly<Record<string, ReadFitTrack>>> {
    const nowMs = monotonicMs();
    const tracks = listLimits(vips).map(
      (maxLagMs) =>
        [maxLagMs, judgeReadFitness(this.#tracks.get(maxLagMs) ?? {}, others, { maxLagMs, nowMs })] as const,
    );
    this.#tracks = new Map(tracks);
    return this.#tracks;
  }

  async #open(settings: MysqlSettings): Promise<MysqlSession> {
    if (this.#session?.session.isAlive && this.#session.settings === settings) {
      return this.#session.session;
    }
    this.#drop();
    this.#stops.reset();
    const session = await this.#stops.open(settings, { timeoutMs: turnLimitMs, setup });
    if (this.#isClosed) {
      session.destroy();
    }
    this.#session = { session, settings };
    return session;
  }

  #setActive(isActive: boolean): void {
    if (isActive === (this.#activeSinceMs !== null)) {
      return;
    }
    this.#activeSinceMs = isActive ? monotonicMs() : null;
    const nowMs = monotonicMs();
    if (!isActive) {
      this.#activeUntilMs = nowMs;
      this.#drop();
      this.#setProblem(null);
    } else if (nowMs - this.#activeUntilMs > keepTracksMs) {
      this.#tracks = new Map();
    }
    this.#parts.onActive(isActive);
  }

  #setProblem(problem: Message | null): void {
    if (problem !== null && problem.text !== this.#problem?.text) {
      this.#parts.log.warn("read VIPs cannot be assigned", { problem: problem.text });
    }
    this.#problem = problem;
  }

  #drop(): void {
    const held = this.#session;
    this.#session = null;
    held?.session.destroy();
  }
}

function listLimits(vips: readonly AssignableVip[]): readonly number[] {
  return [...new Set(vips.map(({ rules }) => limitOf(rules)))];
}

function limitOf(rules: ReadVipRules): number {
  return rules.maxLagSeconds * 1000;
}

/** Identifiers come from the console's document, whose form the contract has checked. */
function planStatements({ write, remove }: AssignmentPlan): readonly string[] {
  return [
    ...write.map(
      ({ vipId, hostId, homeHostId }: ReadAssignment) =>
        `REPLACE INTO primacy.read_vip (vip_id, host_id, home_host_id) VALUES ('${vipId}', '${hostId}', '${homeHostId}')`,
    ),
    ...remove.map((vipId) => `DELETE FROM primacy.read_vip WHERE vip_id = '${vipId}'`),
  ];
}
