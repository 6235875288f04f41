import { randomBytes } from "node:crypto";
import { isRefusal, problemDetail, type Refusal, refuse, type User } from "@primacy/contract";
import type { Actor } from "../audit/actor";
import type { Database } from "../database";
import type { UnitOfWork } from "../unit-of-work/unit-of-work";

/** Whose password to reset on the server, and to what. */
export interface PasswordReset {
  /** Without a name: the only administrator. */
  readonly name?: string | undefined;
  /** Without one, a password is made. */
  readonly password?: string | undefined;
  /** Who runs the command, for the audit log, such as `root@server`. */
  readonly operator: string;
}

/** A password that was reset. The password is to be shown to whoever ran the command, and nowhere else. */
export interface ResetPassword {
  readonly user: User;
  readonly password: string;
}

/**
 * Gives a user a new password and lets them sign in again, at once: failed attempts are forgotten. Their sessions end
 * and their API tokens are revoked, because somebody else may hold them. Needs the database and its master key, no
 * running console. Refused with `not_found` (no such user, or not exactly one administrator and no name), or with every
 * problem of the password.
 */
export function resetPassword(database: Database, reset: PasswordReset): Promise<ResetPassword | Refusal> {
  const actor: Actor = { kind: "command", id: null, name: reset.operator, requestId: null, address: null };
  const password = reset.password ?? randomBytes(12).toString("base64url");
  return database.transact(actor, async (unit) => {
    const found = await (reset.name === undefined
      ? findOnlyAdministrator(unit)
      : findNamed(unit, reset.name));
    if (isRefusal(found)) return found;
    const user = await unit.users.change(found.id, { password, isDisabled: false });
    if (isRefusal(user)) return user;
    const revokedTokens = await unit.tokens.revokeAllOf(user.id);
    await unit.signIns.forget(user.name);
    const target = { kind: "user" as const, id: user.id, name: user.name };
    await unit.audit.record({ action: "user.reset_password", target, detail: { revokedTokens } });
    return { user, password };
  });
}

async function findNamed(unit: UnitOfWork, name: string): Promise<User | Refusal> {
  const found = await unit.users.findByName(name);
  return found ?? refuse("not_found", [problemDetail("/name", "user_unknown", { name })], { what: "user" });
}

async function findOnlyAdministrator(unit: UnitOfWork): Promise<User | Refusal> {
  const administrators = await unit.users.listAdministrators();
  const [only] = administrators;
  if (only !== undefined && administrators.length === 1) return only;
  const problem =
    only === undefined
      ? problemDetail("", "no_administrator")
      : problemDetail("", "many_administrators", {
          names: administrators.map(({ name }) => name).join(", "),
        });
  return refuse("not_found", [problem], { what: "user" });
}
