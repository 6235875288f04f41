import {
  ApiToken,
  type ApiTokenCreate,
  type ApiTokenCreated,
  isRoleAtLeast,
  type Page,
  Role,
  type TokenSort,
  type User,
} from "@primacy/contract";
import type { RepositoryContext } from "../connection/context";
import { toInstant, toNullableInstant } from "../connection/json";
import type { Prisma, ApiToken as TokenRow, User as UserRow } from "../generated/client";
import type { SortedPageRequest } from "../page/page-request";
import { byCreation, byInstant, byText, listSorted, type Sorting } from "../page/sorting";
import { createOpaqueToken, hashToken } from "../session/opaque-token";
import { toUser } from "../user/user-row";

const PREFIX = "pmy_";
const SHOWN_CHARACTERS = PREFIX.length + 6;
/** `lastUsedAt` is written at most this often per token. */
const USE_INTERVAL_MS = 60_000;

/** A token, its maker, and what it may do now. */
export interface TokenWithUser {
  readonly token: ApiToken;
  readonly user: User;
  /** The lower of the token's role and its maker's present one. */
  readonly role: Role;
  /** True when `recordUse` would remember this use. */
  readonly isUseDue: boolean;
}

/** Reads API tokens. */
export interface TokenReader {
  /** The token with this secret; null when it is revoked or expired, or its maker may not sign in. */
  findBySecret(secret: string): Promise<TokenWithUser | null>;
  /** Newest first unless the page says otherwise, of one user or (null) of all; revoked and expired ones too. */
  list(userId: string | null, page: SortedPageRequest<TokenSort>): Promise<Page<ApiToken>>;
  /** A token and the id of its maker. */
  find(id: string): Promise<{ readonly token: ApiToken; readonly userId: string } | null>;
}

/** Makes and revokes API tokens. */
export interface TokenRepository extends TokenReader {
  /** Makes a token. Its secret is returned this once; only its hash is stored. */
  create(request: ApiTokenCreate, userId: string): Promise<ApiTokenCreated>;
  recordUse(id: string): Promise<void>;
  /** Revokes a token; false when it was revoked before or does not exist. */
  revoke(id: string): Promise<boolean>;
  /** Revokes all tokens of a user; returns how many held until now. */
  revokeAllOf(userId: string): Promise<number>;
}

type Row = TokenRow & { readonly createdBy: UserRow };

type Where = Prisma.ApiTokenWhereInput;
type Order = Prisma.ApiTokenOrderByWithRelationInput;

const sortings: Readonly<Record<TokenSort, Sorting<Where, Order, Row>>> = {
  createdAt: byCreation,
  name: byText({ where: (name) => ({ name }), orderBy: (name) => ({ name }), read: (row) => row.name }),
  role: byText({ where: (role) => ({ role }), orderBy: (role) => ({ role }), read: (row) => row.role }),
  expiresAt: byInstant({
    where: (expiresAt) => ({ expiresAt }),
    orderBy: (expiresAt) => ({ expiresAt }),
    read: (row) => row.expiresAt,
  }),
  lastUsedAt: byInstant<Where, Order, Row>({
    where: (lastUsedAt) => ({ lastUsedAt }),
    orderBy: (sort) => ({ lastUsedAt: { sort, nulls: "last" } }),
    read: (row) => row.lastUsedAt,
    isAbsent: () => ({ lastUsedAt: null }),
  }),
};

/** Reads through a connection or a transaction. */
export function createTokenReader({ connection }: RepositoryContext): TokenReader {
  const include = { createdBy: true } as const;
  return {
    async findBySecret(secret) {
      const row = await connection.apiToken.findFirst({
        where: {
          tokenHash: hashToken(secret),
          revokedAt: null,
          expiresAt: { gt: new Date() },
          createdBy: { isDisabled: false },
        },
        include,
      });
      if (!row) return null;
      const token = toApiToken(row);
      const user = toUser(row.createdBy);
      const role = isRoleAtLeast(user.role, token.role) ? token.role : user.role;
      const isUseDue = Date.now() - (row.lastUsedAt?.getTime() ?? 0) > USE_INTERVAL_MS;
      return { token, user, role, isUseDue };
    },
    async list(userId, page) {
      return listSorted(
        sortings,
        "createdAt",
        page,
        ({ OR, orderBy, take }) =>
          connection.apiToken.findMany({
            where: {
              ...(userId === null ? {} : { createdById: userId }),
              ...(OR === undefined ? {} : { OR }),
            },
            include,
            orderBy,
            take,
          }),
        toApiToken,
      );
    },
    async find(id) {
      const row = await connection.apiToken.findUnique({ where: { id }, include });
      return row && { token: toApiToken(row), userId: row.createdById };
    },
  };
}

/** Writes within a transaction. */
export function createTokenRepository(context: RepositoryContext): TokenRepository {
  const { connection } = context;
  return {
    ...createTokenReader(context),
    async create({ name, role, expiresAt }, userId) {
      const secret = createOpaqueToken(PREFIX);
      const row = await connection.apiToken.create({
        data: {
          name,
          tokenHash: hashToken(secret),
          prefix: secret.slice(0, SHOWN_CHARACTERS),
          role,
          createdById: userId,
          expiresAt: new Date(expiresAt),
        },
        include: { createdBy: true },
      });
      return { token: toApiToken(row), secret };
    },
    async recordUse(id) {
      await connection.apiToken.updateMany({ where: { id }, data: { lastUsedAt: new Date() } });
    },
    async revoke(id) {
      const { count } = await connection.apiToken.updateMany({
        where: { id, revokedAt: null },
        data: { revokedAt: new Date() },
      });
      return count > 0;
    },
    async revokeAllOf(userId) {
      const { count } = await connection.apiToken.updateMany({
        where: { createdById: userId, revokedAt: null },
        data: { revokedAt: new Date() },
      });
      return count;
    },
  };
}

function toApiToken(row: Row): ApiToken {
  return ApiToken.parse({
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    role: Role.parse(row.role),
    createdBy: row.createdBy.name,
    createdAt: toInstant(row.createdAt),
    expiresAt: toInstant(row.expiresAt),
    lastUsedAt: toNullableInstant(row.lastUsedAt),
    revokedAt: toNullableInstant(row.revokedAt),
  });
}
