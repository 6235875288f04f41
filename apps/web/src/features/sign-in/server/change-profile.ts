import {
  isRefusal,
  type Principal,
  type ProblemDetail,
  type ProfileChange,
  problemDetail,
  type Refusal,
  refuse,
} from "@primacy/contract";
import { checkPassword, systemActor } from "@primacy/db";
import type { RequestFacts } from "../../../server/api/call";
import { toPrincipal } from "../../../server/auth/authenticate";
import { type Caller, toActor } from "../../../server/auth/caller";
import type { WebContext } from "../../../server/context";
import { admitAttempt } from "./sign-in";

/**
 * Changes one's own language, colours or password. A new password needs the current one, which is throttled like a
 * sign-in, and ends the other sessions. An API token has no profile.
 */
export async function changeProfile(
  context: WebContext,
  caller: Caller,
  facts: RequestFacts,
  change: ProfileChange,
): Promise<Principal | Refusal> {
  if (caller.sessionId === null) return refuse("conflict", checkProfile(caller, change));
  if (Object.keys(change).length === 0)
    return refuse("validation_failed", [problemDetail("", "change_empty")]);
  const refusal = await checkCurrentPassword(context, caller, facts, change);
  if (refusal !== null) return refusal;
  const { newPassword, locale, theme } = change;
  const { userId, sessionId } = caller;
  return context.database.transact(toActor(caller, facts), async (unit) => {
    if (newPassword !== undefined) {
      const user = await unit.users.setPassword(userId, newPassword, sessionId);
      if (isRefusal(user)) return user;
    }
    const user = await unit.users.setPreferences(userId, { locale, theme });
    const detail = { fields: Object.keys(change) };
    await unit.audit.record({
      action: "user.change_profile",
      target: { kind: "user", id: userId, name: user.name },
      detail,
    });
    return toPrincipal(user);
  });
}

/** What is wrong with a change of one's own that shows without trying the current password, which costs an attempt. */
export function checkProfile(
  { sessionId, principal }: Caller,
  { currentPassword, newPassword }: ProfileChange,
): ProblemDetail[] {
  const isCurrentMissing = newPassword !== undefined && currentPassword === undefined;
  return [
    ...(sessionId === null ? [problemDetail("", "session_needed")] : []),
    ...(isCurrentMissing ? [problemDetail("/currentPassword", "required")] : []),
    ...(newPassword === undefined ? [] : checkPassword(newPassword, principal.name, "/newPassword")),
  ];
}

async function checkCurrentPassword(
  context: WebContext,
  caller: Caller,
  facts: RequestFacts,
  { currentPassword, newPassword }: ProfileChange,
): Promise<Refusal | null> {
  if (newPassword === undefined) return null;
  const problems = checkProfile(caller, { currentPassword, newPassword });
  if (currentPassword === undefined) return refuse("validation_failed", problems);
  const attemptId = await admitAttempt(context, facts, caller.principal.name);
  if (isRefusal(attemptId)) return attemptId;
  if (!(await context.database.users.isPasswordOf(caller.userId, currentPassword))) {
    return refuse("validation_failed", [problemDetail("/currentPassword", "password_wrong"), ...problems]);
  }
  await context.database.transact(systemActor("web"), (unit) => unit.signIns.succeed(attemptId));
  return null;
}
