import { randomBytes } from "node:crypto";
import { isRefusal, type Refusal, refuse, type User } from "@primacy/contract";
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
 * Gives a user a new password and lets them sign in again; their sessions end. Needs the database and its master key,
 * no running console. Refused with `not_found` (no such user, or several administrators and no name), or with every
 * problem of the password.
 */
export function resetPassword(database: Database, reset: PasswordReset): Promise<ResetPassword | Refusal> {
  const actor: Actor = { kind: "command", id: null, name: reset.operator, requestId: null, address: null };
  const password = reset.password ?? randomBytes(12).toString("base64url");
  return database.transact(actor, async (unit) => {
    const found =
      reset.name === undefined ? await findOnlyAdministrator(unit) : await unit.users.findByName(reset.name);
    if (found === null) return refuse("not_found", [], { what: reset.name ?? "administrator" });
    const user = await unit.users.change(found.id, { password, isDisabled: false });
    if (isRefusal(user)) return user;
    const target = { kind: "user", id: user.id, name: user.name };
    await unit.audit.record({ action: "user.reset_password", target });
    return { user, password };
  });
}

async function findOnlyAdministrator(unit: UnitOfWork): Promise<User | null> {
  const { items } = await unit.users.list({ after: null, limit: 200 });
  const administrators = items.filter((user) => user.role === "admin");
  return administrators.length === 1 ? (administrators[0] ?? null) : null;
}
