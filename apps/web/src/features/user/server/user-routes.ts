import { isRefusal, problemDetail, refuse } from "@primacy/contract";
import { endpoints } from "@primacy/contract/api";
import { answerList } from "../../../server/api/list";
import { route } from "../../../server/api/route";
import { toActor } from "../../../server/auth/caller";

/** Users, managed by admins. Passwords appear in no answer and no audit entry. */
export const userRoutes = {
  listUsers: route(endpoints.listUsers, ({ context, query }) =>
    answerList(query, (page) => context.database.users.list(page)),
  ),
  createUser: route(endpoints.createUser, ({ context, caller, facts, body }) =>
    context.database.transact(toActor(caller, facts), async (unit) => {
      const user = await unit.users.create(body);
      if (isRefusal(user)) return user;
      const target = { kind: "user", id: user.id, name: user.name };
      await unit.audit.record({ action: "user.create", target, detail: { role: user.role } });
      return user;
    }),
  ),
  changeUser: route(endpoints.changeUser, async ({ context, caller, facts, params, body }) => {
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
  }),
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
