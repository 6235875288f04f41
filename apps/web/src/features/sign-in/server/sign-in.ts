import {
  isRefusal,
  type Principal,
  problemDetail,
  type Refusal,
  refuse,
  type SetupRequest,
  type SignInRequest,
} from "@primacy/contract";
import { type Actor, systemActor, type UnitOfWork } from "@primacy/db";
import type { RequestFacts } from "../../../server/api/call";
import { sessionExpiry, sessionTtlSeconds, toPrincipal } from "../../../server/auth/authenticate";
import type { WebContext } from "../../../server/context";

/** Somebody who has just signed in, and the token for their browser's cookie. */
export interface SignedIn {
  readonly kind: "signed_in";
  readonly principal: Principal;
  readonly token: string;
  readonly expiresAt: Date;
}

const system = systemActor("web");

/** Makes the first administrator and signs them in. Of any number at once, one succeeds; the others get `setup_done`. */
export function setUp(
  context: WebContext,
  facts: RequestFacts,
  request: SetupRequest,
): Promise<SignedIn | Refusal> {
  const actor = toPerson(null, request.name, facts);
  return context.database.transact(actor, async (unit) => {
    const user = await unit.users.createFirst(request);
    if (isRefusal(user)) return user;
    await unit.audit.record({ action: "setup", target: { kind: "user", id: user.id, name: user.name } });
    return startSession(unit, user.id, facts);
  });
}

/**
 * Signs a person in. An attempt counts before the password is looked at; too many, by name or by address, have to
 * wait. A wrong name, a wrong password and a disabled user look the same.
 */
export async function signIn(
  context: WebContext,
  facts: RequestFacts,
  { name, password }: SignInRequest,
): Promise<SignedIn | Refusal> {
  const { database, metrics, log } = context;
  if (!(await database.users.hasAny())) return refuse("setup_needed");
  const attemptId = await admitAttempt(context, facts, name);
  if (isRefusal(attemptId)) return attemptId;
  const user = await database.users.findByPassword(name, password);
  if (user === null) {
    metrics.countSignIn("failed");
    log.warn({ requestId: facts.requestId, address: facts.address }, "a sign-in failed");
    return refuse("sign_in_failed");
  }
  const signedIn = await database.transact(toPerson(user.id, user.name, facts), async (unit) => {
    await unit.signIns.succeed(attemptId);
    await unit.audit.record({
      action: "session.start",
      target: { kind: "user", id: user.id, name: user.name },
    });
    return startSession(unit, user.id, facts);
  });
  metrics.countSignIn("succeeded");
  return signedIn;
}

/** Asks to try a password for `name`; refused with `too_many_attempts` and the seconds to wait. */
export async function admitAttempt(
  { database, metrics }: WebContext,
  facts: RequestFacts,
  name: string,
): Promise<string | Refusal> {
  const admission = await database.transact(system, (unit) => unit.signIns.begin(name, facts.address));
  if (admission.kind === "admitted") return admission.attemptId;
  metrics.countSignIn("throttled");
  const seconds = admission.retryAfterSeconds;
  return refuse("too_many_attempts", [problemDetail("", "too_many_attempts", { seconds })], { seconds });
}

async function startSession(unit: UnitOfWork, userId: string, facts: RequestFacts): Promise<SignedIn> {
  await unit.users.recordSignIn(userId);
  const { address, userAgent } = facts;
  const { token } = await unit.sessions.create({ userId, address, userAgent, ttlSeconds: sessionTtlSeconds });
  const principal = toPrincipal(await unit.users.get(userId));
  return { kind: "signed_in", principal, token, expiresAt: sessionExpiry() };
}

function toPerson(id: string | null, name: string, { requestId, address }: RequestFacts): Actor {
  return { kind: "session", id, name, requestId, address };
}
