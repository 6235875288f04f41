import {
  isRefusal,
  ProfileChange,
  problemDetail,
  type Refusal,
  refuse,
  SetupRequest,
} from "@primacy/contract";
import { endpoints } from "@primacy/contract/api";
import { checkPassword } from "@primacy/db";
import type { SessionCookie } from "../../../server/api/call";
import { readFields } from "../../../server/api/read-fields";
import { publicRoute, route } from "../../../server/api/route";
import { toActor } from "../../../server/auth/caller";
import { changeProfile, checkProfile } from "./change-profile";
import { type SignedIn, setUp, signIn } from "./sign-in";

const FirstFields = SetupRequest.partial();

/** Setup, signing in and out, and one's own profile. */
export const signInRoutes = {
  getSetup: publicRoute(endpoints.getSetup, async ({ context }) => ({
    isNeeded: !(await context.database.users.hasAny()),
  })),
  setUp: publicRoute(
    endpoints.setUp,
    async ({ context, facts, body, cookie }) => welcome(await setUp(context, facts, body), cookie),
    (body) => {
      const { name, password } = readFields(FirstFields, body) ?? {};
      return password === undefined ? [] : checkPassword(password, name ?? "");
    },
  ),
  signIn: publicRoute(endpoints.signIn, async ({ context, facts, body, cookie }) =>
    welcome(await signIn(context, facts, body), cookie),
  ),
  getSession: route(endpoints.getSession, async ({ caller }) => caller.principal),
  signOut: route(endpoints.signOut, async ({ context, caller, facts, cookie }) => {
    const { sessionId, userId, principal } = caller;
    if (sessionId === null) return refuse("conflict", [problemDetail("", "session_needed")]);
    await context.database.transact(toActor(caller, facts), async (unit) => {
      await unit.sessions.end(sessionId);
      const target = { kind: "user" as const, id: userId, name: principal.name };
      await unit.audit.record({ action: "session.end", target });
    });
    cookie.clear();
    return {};
  }),
  changeProfile: route(
    endpoints.changeProfile,
    ({ context, caller, facts, body }) => changeProfile(context, caller, facts, body),
    ({ caller, body }) => checkProfile(caller, readFields(ProfileChange, body) ?? {}),
  ),
};

function welcome(outcome: SignedIn | Refusal, cookie: SessionCookie): SignedIn["principal"] | Refusal {
  if (isRefusal(outcome)) return outcome;
  cookie.set(outcome.token, outcome.expiresAt);
  return outcome.principal;
}
