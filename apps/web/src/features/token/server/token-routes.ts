import { ApiTokenCreate, isRoleAtLeast, type ProblemDetail, problemDetail, refuse } from "@primacy/contract";
import { endpoints } from "@primacy/contract/api";
import type { z } from "zod";
import { answerList } from "../../../server/api/list";
import { readFields } from "../../../server/api/read-fields";
import { route } from "../../../server/api/route";
import { type Caller, toActor } from "../../../server/auth/caller";
import { visibleOwner } from "../../session/server/session-routes";

const maxLifeMs = 366 * 86_400_000;
const Fields = ApiTokenCreate.partial();

/** API tokens. A token cannot make another one, or its expiry would mean nothing. */
export const tokenRoutes = {
  listTokens: route(endpoints.listTokens, ({ context, caller, query }) =>
    answerList(query, (page) => context.database.tokens.list(visibleOwner(caller), page)),
  ),
  createToken: route(
    endpoints.createToken,
    async ({ context, caller, facts, body }) => {
      const problems = checkToken(body, caller, Date.now());
      if (caller.sessionId === null) return refuse("conflict", problems);
      if (problems.length > 0) return refuse("validation_failed", problems);
      return context.database.transact(toActor(caller, facts), async (unit) => {
        const created = await unit.tokens.create(body, caller.userId);
        const { id, name, role, expiresAt } = created.token;
        await unit.audit.record({
          action: "token.create",
          target: { kind: "token", id, name },
          detail: { role, expiresAt },
        });
        return created;
      });
    },
    ({ body, caller }) => checkToken(readFields(Fields, body) ?? {}, caller, Date.now()),
  ),
  revokeToken: route(endpoints.revokeToken, ({ context, caller, facts, params }) =>
    context.database.transact(toActor(caller, facts), async (unit) => {
      const owner = visibleOwner(caller);
      const found = await unit.tokens.find(params.id);
      if (found === null || (owner !== null && found.userId !== owner)) {
        return refuse("not_found", [], { what: "token" });
      }
      const { id, name } = found.token;
      // Revoking twice is harmless, and said once.
      if (await unit.tokens.revoke(id)) {
        await unit.audit.record({ action: "token.revoke", target: { kind: "token", id, name } });
      }
      return {};
    }),
  ),
};

function checkToken(request: z.output<typeof Fields>, caller: Caller, nowMs: number): ProblemDetail[] {
  const problems = caller.sessionId === null ? [problemDetail("", "session_needed")] : [];
  const { role } = caller.principal;
  const expiresAtMs = Date.parse(request.expiresAt ?? "");
  if (request.role !== undefined && !isRoleAtLeast(role, request.role))
    problems.push(problemDetail("/role", "role_above_own", { role }));
  if (expiresAtMs <= nowMs) problems.push(problemDetail("/expiresAt", "expiry_in_past"));
  if (expiresAtMs > nowMs + maxLifeMs) problems.push(problemDetail("/expiresAt", "expiry_too_far"));
  return problems;
}
