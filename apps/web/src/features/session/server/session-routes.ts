import { isRoleAtLeast, refuse } from "@primacy/contract";
import { endpoints } from "@primacy/contract/api";
import { answerList } from "../../../server/api/list";
import { route } from "../../../server/api/route";
import { type Caller, toActor } from "../../../server/auth/caller";

/** Whose sessions and tokens somebody sees: an admin everybody's (null), others their own. */
export function visibleOwner(caller: Caller): string | null {
  return isRoleAtLeast(caller.principal.role, "admin") ? null : caller.userId;
}

/** Sessions that can be listed and ended. Those of others do not exist for people who are no admins. */
export const sessionRoutes = {
  listSessions: route(endpoints.listSessions, ({ context, caller, query }) =>
    answerList(query, (page) => context.database.sessions.list(visibleOwner(caller), caller.sessionId, page)),
  ),
  endSession: route(endpoints.endSession, ({ context, caller, facts, params, cookie }) =>
    context.database.transact(toActor(caller, facts), async (unit) => {
      const owner = visibleOwner(caller);
      const session = await unit.sessions.find(params.id);
      if (session === null || (owner !== null && session.userId !== owner)) {
        return refuse("not_found", [], { what: "session" });
      }
      await unit.sessions.end(session.id);
      const target = { kind: "session" as const, id: session.id, name: session.userName };
      await unit.audit.record({ action: "session.end", target });
      if (session.id === caller.sessionId) cookie.clear();
      return {};
    }),
  ),
};
