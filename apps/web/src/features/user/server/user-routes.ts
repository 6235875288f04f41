import {
  isRefusal,
  isRoleAtLeast,
  type ProblemDetail,
  problemDetail,
  refuse,
  type User,
  UserChange,
  UserCreate,
} from "@primacy/contract";
import { endpoints } from "@primacy/contract/api";
import { checkPassword, type Readers } from "@primacy/db";
import type { z } from "zod";
import { answerList } from "../../../server/api/list";
import { readFields } from "../../../server/api/read-fields";
import { route } from "../../../server/api/route";
import { type Caller, toActor } from "../../../server/auth/caller";

const NewFields = UserCreate.partial();

/**
 * Users, managed by admins. Passwords appear in no answer and no audit entry. A token lets nobody in and gives nobody
 * more than they have: whoever holds it could sign in as them, and its expiry would mean nothing.
 */
export const userRoutes = {
  listUsers: route(endpoints.listUsers, ({ context, query }) =>
    answerList(query, (page) => context.database.users.list(page)),
  ),
  createUser: route(
    endpoints.createUser,
    async ({ context, caller, facts, body, keep }) => {
      if (caller.sessionId === null) {
        return refuse("conflict", await checkNewUser(context.database, caller, body));
      }
      return context.database.transact(toActor(caller, facts), async (unit) => {
        const user = await unit.users.create(body);
        if (isRefusal(user)) return user;
        const target = { kind: "user" as const, id: user.id, name: user.name };
        await unit.audit.record({ action: "user.create", target, detail: { role: user.role } });
        return (await keep(unit, user)) ?? user;
      });
    },
    ({ context, caller, body }) => checkNewUser(context.database, caller, readFields(NewFields, body) ?? {}),
  ),
  changeUser: route(
    endpoints.changeUser,
    async ({ context, caller, facts, params, body }) => {
      if (Object.keys(body).length === 0)
        return refuse("validation_failed", [problemDetail("", "change_empty")]);
      return context.database.transact(toActor(caller, facts), async (unit) => {
        const before = await unit.users.find(params.id);
        if (before !== null && needsSession(caller, before, body)) {
          return refuse("conflict", await checkUserChange(unit, caller, params.id, body));
        }
        const user = await unit.users.change(params.id, body);
        if (isRefusal(user)) return user;
        const { role, isDisabled } = body;
        const detail = { role, isDisabled, hasNewPassword: body.password !== undefined };
        await unit.audit.record({
          action: "user.change",
          target: { kind: "user", id: user.id, name: user.name },
          detail,
        });
        return user;
      });
    },
    ({ context, caller, params, body }) =>
      checkUserChange(context.database, caller, params.id, readFields(UserChange, body) ?? {}),
  ),
  deleteUser: route(endpoints.deleteUser, ({ context, caller, facts, params }) =>
    context.database.transact(toActor(caller, facts), async (unit) => {
      const user = await unit.users.find(params.id);
      const refusal = await unit.users.remove(params.id);
      if (refusal !== null) return refusal;
      const target = { kind: "user" as const, id: params.id, name: user?.name ?? null };
      await unit.audit.record({ action: "user.delete", target });
      return {};
    }),
  ),
};

async function checkNewUser(
  { users }: Pick<Readers, "users">,
  { sessionId }: Caller,
  { name, password }: z.output<typeof NewFields>,
): Promise<ProblemDetail[]> {
  const isTaken = name !== undefined && (await users.findByName(name)) !== null;
  return [
    ...(sessionId === null ? [problemDetail("", "session_needed")] : []),
    ...(isTaken ? [problemDetail("/name", "already_exists", { what: name })] : []),
    ...(password === undefined ? [] : checkPassword(password, name ?? "")),
  ];
}

async function checkUserChange(
  { users }: Pick<Readers, "users">,
  caller: Caller,
  id: string,
  change: UserChange,
): Promise<ProblemDetail[]> {
  const user = await users.find(id);
  if (user === null) return [];
  const { role, isDisabled, password } = change;
  const losesAdmin = (role ?? "admin") !== "admin" || isDisabled === true;
  const admins = losesAdmin ? (await users.listAdministrators()).filter((one) => !one.isDisabled) : [];
  const isLast = admins.length === 1 && admins[0]?.id === id;
  return [
    ...(needsSession(caller, user, change) ? [problemDetail("", "session_needed")] : []),
    ...(isLast ? [problemDetail("", "last_admin")] : []),
    ...(password === undefined ? [] : checkPassword(password, user.name)),
  ];
}

/** True where a token asks for what only a person may give: a higher role, a password, or the right to sign in again. */
function needsSession({ sessionId }: Caller, before: User, change: UserChange): boolean {
  if (sessionId !== null) return false;
  const isPromoted = change.role !== undefined && !isRoleAtLeast(before.role, change.role);
  const isLetIn = change.isDisabled === false && before.isDisabled;
  return isPromoted || isLetIn || change.password !== undefined;
}
