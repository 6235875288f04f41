import { type MemberState, message } from "@primacy/contract";
import { countLeft } from "@primacy/core/member";
import type { MemberRecord } from "@primacy/db";
import type { ServerAccount, ServerConnection } from "../mysql/connect-server";
import { MysqlFailure } from "../mysql/mysql-failure";
import { readGroup, readVariables } from "../mysql/read-group";
import type { StepContext } from "../operation/executor";
import { StepFailure } from "../operation/failure";
import { poll } from "../vip/poll";
import { nameOf, reasonOf, withMember } from "./look-at-member";
import { ownState, readGtids } from "./read-member";
import type { JoinWatch } from "./start-member";

const lookEveryMs = 500;
/** So often the log says how much is left, while nothing else happens. */
const logEveryMs = 15_000;

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
  readonly limitMs: number;
}

interface Sight extends OnlineMember {
  readonly left: number;
  readonly queue: number;
}

/**
 * Waits until a member says that it is ONLINE, and tells how much is left. A server that does not answer meanwhile is
 * waited for: one that is cloned restarts. Throws `StepFailure` where it goes to ERROR, or is not ONLINE in time.
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
  let last: Sight | null = null;
  const arrived = await poll<OnlineMember>({ everyMs: lookEveryMs, limitMs, signal }, async () => {
    const seen = await look(awaited, signal);
    if (seen instanceof MysqlFailure) {
      await tell.silent(seen);
      return null;
    }
    last = seen;
    await tell.seen(seen);
    if (seen.state === "ERROR") throw await explainError(watch, name, seen, signal);
    return seen.state === "ONLINE" ? seen : null;
  });
  if (arrived !== null) return arrived;
  throw await explainLate(watch, name, last, limitMs, signal);
}

async function look(awaited: Awaited, signal: AbortSignal): Promise<Sight | MysqlFailure> {
  const read = async (connection: ServerConnection): Promise<Sight> => {
    const gtids = await readGtids(connection, { signal });
    const group = await readGroup(connection, { signal });
    const { offline_mode: offlineMode } = await readVariables(connection, ["offline_mode"], { signal });
    return {
      state: ownState(group),
      isSuperReadOnly: group.isSuperReadOnly,
      isOfflineMode: offlineMode === "ON",
      left: countLeft(awaited.missing, gtids.executed) ?? awaited.missingCount,
      queue: group.queue ?? 0,
    };
  };
  try {
    return await withMember(awaited.member, awaited.account, signal, read);
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
  return {
    async seen({ state: next, left, queue }) {
      const params = { member, state: next ?? "-", left, missing, queue };
      if (params.state !== state) {
        state = params.state;
        loggedAt = performance.now();
        await context.log("info", message("log.member_state", params));
      } else if (performance.now() - loggedAt > logEveryMs) {
        loggedAt = performance.now();
        await context.log("info", message("log.member_recovering", params));
      }
      const detail = message("detail.member_recovering", params);
      if (detail.text === shown) return;
      shown = detail.text;
      await context.report(detail);
    },
    async silent(failure) {
      const detail = message("detail.member_waits", { member, reason: reasonOf(failure) });
      if (detail.text === shown) return;
      shown = detail.text;
      await context.waitFor(detail);
    },
  };
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
  const explained = await watch.explain("-", null, signal);
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
  const explained = await watch.explain("-", null, signal);
  const reason = explained.code === unexplained ? "-" : String(explained.explanation.params.reason ?? "-");
  const params = { member, limitMs, state: last?.state ?? "-", left: last?.left ?? "-", reason };
  return new StepFailure("failure.member_not_online", { params });
}
