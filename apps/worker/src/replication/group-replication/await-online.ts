import {
  findWithin,
  type MemberState,
  type Message,
  message,
  messageWith,
  paramsWith,
  quote,
} from "@primacy/contract";
import { countLeft } from "@primacy/core/member";
import type { MemberRecord } from "@primacy/db";
import type { ServerAccount, ServerConnection } from "../../mysql/connect-server";
import { MysqlFailure } from "../../mysql/mysql-failure";
import { readVariables } from "../../mysql/read-variables";
import type { StepContext } from "../../operation/executor";
import { StepFailure } from "../../operation/failure";
import { poll } from "../../operation/poll";
import { createRejoins, type JoinAgain } from "./join-again";
import { nameOf, reasonOf, withOwnServer } from "./observe-member";
import { readGroup } from "./read-group";
import { type CloneShare, ownState, readCloneShare, readCloning, readGtids } from "./read-member";
import type { JoinWatch } from "./start-member";

const lookEveryMs = 500;
/** So often the log says how much is left, while nothing else happens. */
const logEveryMs = 15_000;
/** A clone may last for hours. */
const logCloneEveryMs = 300_000;
/** A time that grows is shown in steps of this. */
const shownEveryMs = 5_000;
const offlineLimitMs = 60_000;

/** A member that came ONLINE. */
export interface OnlineMember {
  readonly state: MemberState | null;
  readonly isSuperReadOnly: boolean;
  readonly isOfflineMode: boolean;
}

/** What is waited for. */
export interface Awaited {
  readonly member: MemberRecord;
  readonly account: ServerAccount;
  /** What it lacked when it was started, as MySQL writes it. */
  readonly missing: string;
  readonly missingCount: number;
  /** Null for one that is cloned: it is waited for as long as it takes. */
  readonly limitMs: number | null;
  /**
   * Has a member join again that says for 15 s that it is out of its group: its own attempt came to nothing, as it does while the group still
   * counts the run before. Called until it works once. Absent: nobody does.
   */
  readonly joinAgain?: JoinAgain;
}

interface Sight extends OnlineMember {
  readonly isCloning: boolean;
  readonly share: CloneShare | null;
  readonly left: number;
  readonly queue: number;
}

/**
 * Waits until a member says that it is ONLINE, and tells how much is left. A server that does not answer meanwhile is
 * waited for: one that is cloned restarts. Throws `StepFailure` where it goes to ERROR and nobody has it join again, is not ONLINE in time, or stays
 * OFFLINE where there is no limit; and where it is no member of the cluster any more.
 */
export async function awaitOnline(
  context: StepContext,
  awaited: Awaited,
  watch: JoinWatch,
  signal: AbortSignal,
): Promise<OnlineMember> {
  const { limitMs } = awaited;
  const name = nameOf(awaited.member);
  const tell = createTeller(context, name, awaited.missingCount);
  const requireJoining = limitMs === null ? createOfflineLimit(name) : () => undefined;
  const rejoins = createRejoins(awaited.joinAgain);
  let last: Sight | null = null;
  const limits = { everyMs: lookEveryMs, limitMs: limitMs ?? Number.POSITIVE_INFINITY, signal };
  const arrived = await poll<OnlineMember>(limits, async () => {
    if (limitMs === null) await requireMember(context, awaited.member);
    const seen = await look(awaited, signal);
    if (seen instanceof MysqlFailure) {
      await rejoins.note(null);
      await tell.silent(seen);
      return null;
    }
    last = seen;
    await tell.seen(seen);
    if (seen.state === "ERROR" && !rejoins.isLeft) throw await explainError(watch, name, seen, signal);
    await rejoins.note(seen.state);
    requireJoining(seen);
    return seen.state === "ONLINE" ? seen : null;
  });
  if (arrived !== null) return arrived;
  throw await explainLate(watch, name, last, limitMs ?? 0, signal);
}

/** A wait without a limit keeps nothing to itself meanwhile: the member may be removed from the console. */
async function requireMember({ worker }: StepContext, { id, clusterId }: MemberRecord): Promise<void> {
  const cluster = await worker.db.clusters.find(clusterId);
  if (cluster?.members.some((one) => one.id === id) === true) return;
  throw new StepFailure("failure.member_unknown", { params: { name: id } });
}

/** After its restart a member that was cloned joins by itself within moments; one that stays OFFLINE joins no more. */
function createOfflineLimit(member: string): (seen: Sight) => void {
  let sinceMs: number | null = null;
  return ({ state }) => {
    if (state !== "OFFLINE") sinceMs = null;
    else sinceMs ??= performance.now();
    if (sinceMs === null || performance.now() - sinceMs < offlineLimitMs) return;
    const params = { member, seconds: offlineLimitMs / 1_000 };
    throw new StepFailure("failure.member_clone_stopped", { params });
  };
}

async function look(awaited: Awaited, signal: AbortSignal): Promise<Sight | MysqlFailure> {
  const read = async (connection: ServerConnection): Promise<Sight> => {
    const gtids = await readGtids(connection, { signal });
    const group = await readGroup(connection, { signal });
    const { offline_mode: offlineMode } = await readVariables(connection, ["offline_mode"], { signal });
    const state = ownState(group);
    const isCloning = (await readCloning(connection, state, { signal })) === "cloning";
    return {
      state,
      isCloning,
      share: isCloning ? await readCloneShare(connection, { signal }) : null,
      isSuperReadOnly: group.isSuperReadOnly,
      isOfflineMode: offlineMode === "ON",
      left: countLeft(awaited.missing, gtids.executed) ?? awaited.missingCount,
      queue: group.queue ?? 0,
    };
  };
  try {
    return await withOwnServer(awaited.member, awaited.account, signal, read);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof MysqlFailure) return error;
    throw error;
  }
}

interface Teller {
  seen(sight: Sight): Promise<void>;
  silent(failure: MysqlFailure): Promise<void>;
}

/** Shows what changed, and logs each state, and the rest now and then. */
function createTeller(context: StepContext, member: string, missing: number): Teller {
  let [shown, state, loggedAt] = ["", "", performance.now()];
  let cloningSinceMs: number | null = null;
  return {
    async seen(sight) {
      const { left, queue } = sight;
      const params = { member, state: sight.state ?? "-", left, missing, queue };
      cloningSinceMs = sight.isCloning ? (cloningSinceMs ?? performance.now()) : null;
      const detail =
        cloningSinceMs === null
          ? message("detail.member_recovering", params)
          : cloningDetail(member, sight.share, performance.now() - cloningSinceMs);
      if (params.state !== state) {
        state = params.state;
        loggedAt = performance.now();
        await context.log("info", message("log.member_state", params));
      } else if (performance.now() - loggedAt > (sight.isCloning ? logCloneEveryMs : logEveryMs)) {
        loggedAt = performance.now();
        await context.log("info", sight.isCloning ? detail : message("log.member_recovering", params));
      }
      if (detail.text === shown) return;
      shown = detail.text;
      await context.report(detail);
    },
    async silent(failure) {
      const detail = messageWith("detail.member_waits", { member }, { reason: reasonOf(failure) });
      if (detail.text === shown) return;
      shown = detail.text;
      await context.waitFor(detail);
    },
  };
}

const mebibyte = 1_048_576;

/** How long it lasts by now, and how much is copied where that may be read. */
export function cloningDetail(member: string, share: CloneShare | null, forMs: number): Message {
  const ms = Math.floor(forMs / shownEveryMs) * shownEveryMs;
  if (share === null) return message("detail.member_cloning", { member, ms });
  const copied = Math.round(share.copied / mebibyte);
  const total = Math.round(share.total / mebibyte);
  return message("detail.member_cloning_share", { member, ms, copied, total });
}

/** The code of a failure whose cause the logs do not tell. */
const unexplained = "member_join_refused";

/** The logs tell why, or the state alone is told. */
async function explainError(
  watch: JoinWatch,
  member: string,
  seen: Sight,
  signal: AbortSignal,
): Promise<StepFailure> {
  const explained = await watch.explain(quote("-"), null, signal);
  if (explained.code !== unexplained) return explained;
  return new StepFailure("failure.member_error", {
    params: { member, state: seen.state ?? "-", reason: "-" },
  });
}

async function explainLate(
  watch: JoinWatch,
  member: string,
  last: Sight | null,
  limitMs: number,
  signal: AbortSignal,
): Promise<StepFailure> {
  const explained = await watch.explain(quote("-"), null, signal);
  const cause = explained.code === unexplained ? null : findWithin(explained.explanation.params, "reason");
  const given = { member, limitMs, state: last?.state ?? "-", left: last?.left ?? "-" };
  const params = paramsWith(given, { reason: cause ?? quote("-") });
  return new StepFailure("failure.member_not_online", { params });
}
