import {
  type Locale,
  type Page,
  type ProblemDetail,
  problemDetail,
  type Refusal,
  refuse,
  type SetupRequest,
  type Theme,
  type User,
  type UserChange,
  type UserCreate,
  type UserSort,
} from "@primacy/contract";
import type { RepositoryContext } from "../connection/context";
import { lockUntilCommit } from "../connection/lock";
import { toNameKey } from "../connection/name-key";
import { notFound } from "../errors/database-error";
import type { SortedPageRequest } from "../page/page-request";
import { listSorted } from "../page/sorting";
import { checkPassword, hashPassword, isPasswordCorrect } from "./password";
import { toUser } from "./user-row";
import { userSortings } from "./user-sortings";

/** Reads users. */
export interface UserReader {
  find(id: string): Promise<User | null>;
  /** Throws `not_found`. */
  get(id: string): Promise<User>;
  /** By name, in any case. */
  findByName(name: string): Promise<User | null>;
  /** The administrators, by name; those who may not sign in too. */
  listAdministrators(): Promise<readonly User[]>;
  /** By name, unless the page says otherwise. */
  list(page: SortedPageRequest<UserSort>): Promise<Page<User>>;
  /** True once there is a user, so that the first visit's setup is over. */
  hasAny(): Promise<boolean>;
  /**
   * The user with this name and password, or null, also when the user is disabled. Takes as long for a
   * name that does not exist. The caller throttles (see `signIns`).
   */
  findByPassword(name: string, password: string): Promise<User | null>;
  /** True when this is the user's present password. */
  isPasswordOf(id: string, password: string): Promise<boolean>;
}

/** Changes users. Passwords are hashed here and nowhere else. */
export interface UserRepository extends UserReader {
  /** Makes the first administrator; refused with `setup_done` when there is any user. */
  createFirst(request: SetupRequest): Promise<User | Refusal>;
  /** Refused with `already_exists`, or with every problem of name and password. */
  create(request: UserCreate): Promise<User | Refusal>;
  /**
   * Changes role, password or whether the user may sign in. A new password or being disabled ends the
   * user's sessions. Refused with `not_found`, `last_admin`, or
   * every problem of the password together with that.
   */
  change(id: string, change: UserChange): Promise<User | Refusal>;
  /** Sets a user's own language and colours. */
  setPreferences(
    id: string,
    preferences: { locale?: Locale | undefined; theme?: Theme | undefined },
  ): Promise<User>;
  /** Sets a user's own password and ends the other sessions. Refused with every problem of the password. */
  setPassword(id: string, password: string, keptSessionId: string | null): Promise<User | Refusal>;
  /** Remembers that the user signed in now. */
  recordSignIn(id: string): Promise<void>;
  /** Deletes a user with sessions and tokens. Refused with `not_found` or `last_admin`. */
  remove(id: string): Promise<Refusal | null>;
}

/** Reads through a connection or a transaction. */
export function createUserReader({ connection }: RepositoryContext): UserReader {
  async function find(id: string): Promise<User | null> {
    const row = await connection.user.findUnique({ where: { id } });
    return row && toUser(row);
  }
  return {
    find,
    async get(id) {
      const user = await find(id);
      if (!user) throw notFound("user", id);
      return user;
    },
    async findByName(name) {
      const row = await connection.user.findUnique({ where: { nameKey: toNameKey(name) } });
      return row && toUser(row);
    },
    async listAdministrators() {
      const rows = await connection.user.findMany({ where: { role: "admin" }, orderBy: { nameKey: "asc" } });
      return rows.map(toUser);
    },
    async list(page) {
      return listSorted(
        userSortings,
        "name",
        page,
        ({ OR, orderBy, take }) =>
          connection.user.findMany({ where: OR === undefined ? {} : { OR }, orderBy, take }),
        toUser,
      );
    },
    async hasAny() {
      return (await connection.user.findFirst({ select: { id: true } })) !== null;
    },
    async findByPassword(name, password) {
      const row = await connection.user.findUnique({ where: { nameKey: toNameKey(name) } });
      const isCorrect = await isPasswordCorrect(password, row?.passwordHash ?? null);
      return row && isCorrect && !row.isDisabled ? toUser(row) : null;
    },
    async isPasswordOf(id, password) {
      const row = await connection.user.findUnique({ where: { id } });
      return isPasswordCorrect(password, row?.passwordHash ?? null);
    },
  };
}

/** Writes within a transaction. */
export function createUserRepository(context: RepositoryContext): UserRepository {
  const { connection } = context;
  const reader = createUserReader(context);

  async function insert(request: UserCreate, locale?: Locale): Promise<User | Refusal> {
    const { name, role } = request;
    const taken = problemDetail("/name", "already_exists", { what: name });
    const problems = checkPassword(request.password, name);
    if (problems.length > 0) {
      const isTaken = (await reader.findByName(name)) !== null;
      return refuse("validation_failed", isTaken ? [taken, ...problems] : problems);
    }
    const nameKey = toNameKey(name);
    const passwordHash = await hashPassword(request.password);
    const data = { name, nameKey, role, passwordHash, ...(locale ? { locale } : {}) };
    const [row] = await connection.user.createManyAndReturn({ data: [data], skipDuplicates: true });
    if (row) return toUser(row);
    return refuse("already_exists", [taken], { what: name });
  }

  /** Both sides of "is there another admin?" must not be decided by two transactions at once. */
  async function isLastAdmin(id: string): Promise<boolean> {
    await lockUntilCommit(connection, "administrators");
    const admins = await connection.user.findMany({
      where: { role: "admin", isDisabled: false },
      select: { id: true },
    });
    return admins.length === 1 && admins[0]?.id === id;
  }

  async function endSessions(userId: string, keptSessionId: string | null): Promise<void> {
    await connection.session.updateMany({
      where: { userId, endedAt: null, ...(keptSessionId === null ? {} : { id: { not: keptSessionId } }) },
      data: { endedAt: new Date() },
    });
  }

  return {
    ...reader,
    async createFirst({ name, password, locale }) {
      await lockUntilCommit(connection, "setup");
      if (await reader.hasAny()) return refuse("setup_done");
      return insert({ name, password, role: "admin" }, locale);
    },
    create: (request) => insert(request),
    async change(id, change) {
      const user = await reader.find(id);
      if (!user) return refuse("not_found", [], { what: "user" });
      const problems = checkChange(user, change);
      const losesAdmin = (change.role ?? "admin") !== "admin" || change.isDisabled === true;
      const isLast = losesAdmin && (await isLastAdmin(id));
      if (problems.length > 0) {
        return refuse(
          "validation_failed",
          isLast ? [problemDetail("", "last_admin"), ...problems] : problems,
        );
      }
      if (isLast) return refuse("last_admin");
      const row = await connection.user.update({
        where: { id },
        data: {
          ...(change.role === undefined ? {} : { role: change.role }),
          ...(change.isDisabled === undefined ? {} : { isDisabled: change.isDisabled }),
          ...(change.password === undefined ? {} : { passwordHash: await hashPassword(change.password) }),
        },
      });
      if (change.password !== undefined || change.isDisabled) await endSessions(id, null);
      return toUser(row);
    },
    async setPreferences(id, { locale, theme }) {
      const data = { ...(locale === undefined ? {} : { locale }), ...(theme === undefined ? {} : { theme }) };
      return toUser(await connection.user.update({ where: { id }, data }));
    },
    async setPassword(id, password, keptSessionId) {
      const user = await reader.get(id);
      const problems = checkPassword(password, user.name, "/newPassword");
      if (problems.length > 0) return refuse("validation_failed", problems);
      const passwordHash = await hashPassword(password);
      const row = await connection.user.update({ where: { id }, data: { passwordHash } });
      await endSessions(id, keptSessionId);
      return toUser(row);
    },
    async recordSignIn(id) {
      await connection.user.update({ where: { id }, data: { lastSignInAt: new Date() } });
    },
    async remove(id) {
      if (!(await reader.find(id))) return refuse("not_found", [], { what: "user" });
      if (await isLastAdmin(id)) return refuse("last_admin");
      await connection.user.delete({ where: { id } });
      return null;
    },
  };
}

function checkChange(user: User, change: UserChange): ProblemDetail[] {
  return change.password === undefined ? [] : checkPassword(change.password, user.name);
}
