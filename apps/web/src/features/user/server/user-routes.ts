import {
  isRefusal,
  type ProblemDetail,
  problemDetail,
  refuse,
  UserChange,
  UserCreate,
} from "@primacy/contract";
import { endpoints } from "@primacy/contract/api";
import { checkPassword, type Readers } from "@primacy/db";
import type { z } from "zod";
import { answerList } from "../../../server/api/list";
import { readFields } from "../../../server/api/read-fields";
import { route } from "../../../server/api/route";
import { toActor } from "../../../server/auth/caller";

const NewFields = UserCreate.partial();

/** Users, managed by admins. Passwords appear in no answer and no audit entry. */
export const userRoutes = {
  listUsers: route(endpoints.listUsers, ({ context, query }) =>
    answerList(query, (page) => context.database.users.list(page)),
  ),
  createUser: route(
    endpoints.createUser,
    ({ context, caller, facts, body }) =>
      context.database.transact(toActor(caller, facts), async (unit) => {
        const user = await unit.users.create(body);
        if (isRefusal(user)) return user;
        const target = { kind: "user", id: user.id, name: user.name };
        await unit.audit.record({ action: "user.create", target, detail: { role: user.role } });
        return user;
      }),
    ({ context, body }) => checkNewUser(context.database, readFields(NewFields, body) ?? {}),
  ),
  changeUser: route(
    endpoints.changeUser,
    async ({ context, caller, facts, params, body }) => {
      if (Object.keys(body).length === 0)
        return refuse("validation_failed", [problemDetail("", "change_empty")]);
      return context.database.transact(toActor(caller, facts), async (unit) => {
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
    ({ context, params, body }) =>
      checkUserChange(context.database, params.id, readFields(UserChange, body) ?? {}),
  ),
  deleteUser: route(endpoints.deleteUser, ({ context, caller, facts, params }) =>
    context.database.transact(toActor(caller, facts), async (unit) => {
      const user = await unit.users.find(params.id);
      const refusal = await unit.users.remove(params.id);
      if (refusal !== null) return refusal;
      const target = { kind: "user", id: params.id, name: user?.name ?? null };
      await unit.audit.record({ action: "user.delete", target });
      return {};
    }),
  ),
};

async function checkNewUser(
  { users }: Pick<Readers, "users">,
  { name, password }: z.output<typeof NewFields>,
): Promise<ProblemDetail[]> {
  const isTaken = name !== undefined && (await users.findByName(name)) !== null;
  return [
    ...(isTaken ? [problemDetail("/name", "already_exists", { what: name })] : []),
    ...(password === undefined ? [] : checkPassword(password, name ?? "")),
  ];
}

async function checkUserChange(
  { users }: Pick<Readers, "users">,
  id: string,
  { role, isDisabled, password }: UserChange,
): Promise<ProblemDetail[]> {
  const user = await users.find(id);
  if (user === null) return [];
  const losesAdmin = (role ?? "admin") !== "admin" || isDisabled === true;
  const admins = losesAdmin ? (await users.listAdministrators()).filter((one) => !one.isDisabled) : [];
  const isLast = admins.length === 1 && admins[0]?.id === id;
  return [
    ...(isLast ? [problemDetail("", "last_admin")] : []),
    ...(password === undefined ? [] : checkPassword(password, user.name)),
  ];
}
