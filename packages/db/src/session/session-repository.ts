import { type Page, Session, type SessionSort, type User } from "@primacy/contract";
import type { RepositoryContext } from "../connection/context";
import { toInstant } from "../connection/json";
import type { Prisma, Session as SessionRow, User as UserRow } from "../generated/client";
import type { SortedPageRequest } from "../page/page-request";
import { byCreation, byInstant, byText, listSorted, type Sorting } from "../page/sorting";
import { toUser } from "../user/user-row";
import { createOpaqueToken, hashToken } from "./opaque-token";

/** `lastSeenAt` is written at most this often per session. */
const TOUCH_INTERVAL_MS = 60_000;

/** A browser that signs in. */
export interface SessionRequest {
  readonly userId: string;
  readonly address: string;
  readonly userAgent: string;
  /** How long the session lasts without use. */
  readonly ttlSeconds: number;
}

/** When a session ends by itself. */
export interface SessionLimits {
  /** After this long without use. */
  readonly ttlSeconds: number;
  /** After this long, however much it is used. */
  readonly maxAgeSeconds: number;
}

/** A session and whose it is. `isTouchDue` says that `touch` would remember its use. */
export interface SessionWithUser {
  readonly session: Session;
  readonly user: User;
  readonly isTouchDue: boolean;
}

/** Reads sessions. */
export interface SessionReader {
  /** The session of a cookie's token; null when it ended or expired, or the user may not sign in. */
  findByToken(token: string): Promise<SessionWithUser | null>;
  /** Live sessions, newest first unless the page says otherwise, of one user or (null) of all. */
  list(
    userId: string | null,
    currentId: string | null,
    page: SortedPageRequest<SessionSort>,
  ): Promise<Page<Session>>;
  /** A live session; null when there is none. */
  find(id: string): Promise<Session | null>;
}

/** Starts and ends sessions. */
export interface SessionRepository extends SessionReader {
  /** Starts a session. The token is returned this once; only its hash is stored. */
  create(request: SessionRequest): Promise<{ readonly session: Session; readonly token: string }>;
  /**
   * Remembers that the session is in use and prolongs it, never beyond `maxAgeSeconds` after its start. When it ends
   * now; null when it was not live.
   */
  touch(id: string, limits: SessionLimits): Promise<Date | null>;
  /** Ends a session; false when it was not live. */
  end(id: string): Promise<boolean>;
}

type Row = SessionRow & { readonly user: UserRow };

const sortings: Readonly<
  Record<SessionSort, Sorting<Prisma.SessionWhereInput, Prisma.SessionOrderByWithRelationInput, Row>>
> = {
  createdAt: byCreation,
  userName: byText({
    where: (nameKey) => ({ user: { nameKey } }),
    orderBy: (nameKey) => ({ user: { nameKey } }),
    read: (row) => row.user.nameKey,
  }),
  address: byText({
    where: (address) => ({ address }),
    orderBy: (address) => ({ address }),
    read: (row) => row.address,
  }),
  lastSeenAt: byInstant({
    where: (lastSeenAt) => ({ lastSeenAt }),
    orderBy: (lastSeenAt) => ({ lastSeenAt }),
    read: (row) => row.lastSeenAt,
  }),
};

/** Reads through a connection or a transaction. */
export function createSessionReader({ connection }: RepositoryContext): SessionReader {
  const isLive = () => ({ endedAt: null, expiresAt: { gt: new Date() }, user: { isDisabled: false } });
  return {
    async findByToken(token) {
      const row = await connection.session.findFirst({
        where: { tokenHash: hashToken(token), ...isLive() },
        include: { user: true },
      });
      if (!row) return null;
      const isTouchDue = Date.now() - row.lastSeenAt.getTime() > TOUCH_INTERVAL_MS;
      return { session: toSession(row, row.id), user: toUser(row.user), isTouchDue };
    },
    async list(userId, currentId, page) {
      return listSorted(
        sortings,
        "createdAt",
        page,
        ({ OR, orderBy, take }) =>
          connection.session.findMany({
            where: {
              ...isLive(),
              ...(userId === null ? {} : { userId }),
              ...(OR === undefined ? {} : { OR }),
            },
            include: { user: true },
            orderBy,
            take,
          }),
        (row) => toSession(row, currentId),
      );
    },
    async find(id) {
      const row = await connection.session.findFirst({ where: { id, ...isLive() }, include: { user: true } });
      return row && toSession(row, null);
    },
  };
}

/** Writes within a transaction. */
export function createSessionRepository(context: RepositoryContext): SessionRepository {
  const { connection } = context;
  return {
    ...createSessionReader(context),
    async create({ userId, address, userAgent, ttlSeconds }) {
      const token = createOpaqueToken();
      const row = await connection.session.create({
        data: { tokenHash: hashToken(token), userId, address, userAgent, expiresAt: inSeconds(ttlSeconds) },
        include: { user: true },
      });
      return { session: toSession(row, row.id), token };
    },
    async touch(id, { ttlSeconds, maxAgeSeconds }) {
      const row = await connection.session.findFirst({ where: { id, endedAt: null } });
      if (!row) return null;
      const lastMs = row.createdAt.getTime() + maxAgeSeconds * 1_000;
      const expiresAt = new Date(Math.min(inSeconds(ttlSeconds).getTime(), lastMs));
      const { count } = await connection.session.updateMany({
        where: { id, endedAt: null },
        data: { lastSeenAt: new Date(), expiresAt },
      });
      return count > 0 ? expiresAt : null;
    },
    async end(id) {
      const { count } = await connection.session.updateMany({
        where: { id, endedAt: null },
        data: { endedAt: new Date() },
      });
      return count > 0;
    },
  };
}

function inSeconds(seconds: number): Date {
  return new Date(Date.now() + seconds * 1_000);
}

function toSession(row: Row, currentId: string | null): Session {
  return Session.parse({
    id: row.id,
    userId: row.userId,
    userName: row.user.name,
    address: row.address,
    userAgent: row.userAgent,
    isCurrent: row.id === currentId,
    createdAt: toInstant(row.createdAt),
    lastSeenAt: toInstant(row.lastSeenAt),
    expiresAt: toInstant(row.expiresAt),
  });
}
