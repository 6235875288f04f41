import { z } from "zod";
import {
  DisplayName,
  Id,
  Instant,
  Locale,
  PlainText,
  Role,
  SecretText,
  StoredName,
} from "../primitives/scalar";

/** The colours of the console; `system` follows the browser. */
export const Theme = z.enum(["system", "light", "dark"]);
export type Theme = z.infer<typeof Theme>;

/** A person who may sign in. The password hash never leaves the database. */
export const User = z.object({
  id: Id,
  name: StoredName,
  role: Role,
  locale: Locale,
  theme: Theme,
  isDisabled: z.boolean(),
  createdAt: Instant,
  lastSignInAt: Instant.nullable(),
});
export type User = z.infer<typeof User>;

/** A new user, made by an admin. */
export const UserCreate = z.strictObject({ name: DisplayName, role: Role, password: SecretText });
export type UserCreate = z.infer<typeof UserCreate>;

/** What an admin may change of a user; absent fields stay. */
export const UserChange = z.strictObject({
  role: Role.optional(),
  isDisabled: z.boolean().optional(),
  password: SecretText.optional(),
});
export type UserChange = z.infer<typeof UserChange>;

/** What people may change of themselves. A new password needs the current one; other sessions end with it. */
export const ProfileChange = z.strictObject({
  locale: Locale.optional(),
  theme: Theme.optional(),
  currentPassword: SecretText.optional(),
  newPassword: SecretText.optional(),
});
export type ProfileChange = z.infer<typeof ProfileChange>;

/** The first administrator, made once. */
export const SetupRequest = z.strictObject({
  name: DisplayName,
  password: SecretText,
  locale: Locale.default("en"),
});
export type SetupRequest = z.infer<typeof SetupRequest>;

/** Whether the console still waits for its first administrator. */
export const SetupStatus = z.object({ isNeeded: z.boolean() });
export type SetupStatus = z.infer<typeof SetupStatus>;

/** Name and password, for a session cookie. */
export const SignInRequest = z.strictObject({
  name: PlainText.min(1, { error: "name_required" }).max(63, { error: "name_too_long" }),
  password: SecretText,
});
export type SignInRequest = z.infer<typeof SignInRequest>;

/** A signed-in browser. */
export const Session = z.object({
  id: Id,
  userId: Id,
  userName: z.string(),
  address: z.string(),
  userAgent: z.string(),
  isCurrent: z.boolean(),
  createdAt: Instant,
  lastSeenAt: Instant,
  expiresAt: Instant,
});
export type Session = z.infer<typeof Session>;

/** Who is asking: a person by session or a program by token. */
export const Principal = z.object({
  kind: z.enum(["session", "token"]),
  id: Id,
  name: z.string(),
  role: Role,
  locale: Locale,
  theme: Theme,
});
export type Principal = z.infer<typeof Principal>;

/** An API token as it is listed: its secret was shown once, at creation. */
export const ApiToken = z.object({
  id: Id,
  name: StoredName,
  prefix: z.string(),
  role: Role,
  createdBy: z.string(),
  createdAt: Instant,
  expiresAt: Instant,
  lastUsedAt: Instant.nullable(),
  revokedAt: Instant.nullable(),
});
export type ApiToken = z.infer<typeof ApiToken>;

/** A new token: its role is at most that of its maker, its life at most a year. */
export const ApiTokenCreate = z.strictObject({ name: DisplayName, role: Role, expiresAt: Instant });
export type ApiTokenCreate = z.infer<typeof ApiTokenCreate>;

/** The one answer that carries the token's secret. */
export const ApiTokenCreated = z.object({ token: ApiToken, secret: z.string() });
export type ApiTokenCreated = z.infer<typeof ApiTokenCreated>;

/** What can be done something to. */
export const AuditTargetKind = z.enum([
  "benchmark",
  "certificate",
  "cluster",
  "console_ssh_key",
  "host",
  "operation",
  "plugin_library",
  "session",
  "setting",
  "token",
  "user",
  "vip",
]);
export type AuditTargetKind = z.infer<typeof AuditTargetKind>;

/** Who did what to what, and when. Rows are never changed. */
export const AuditEntry = z.object({
  id: Id,
  at: Instant,
  actorKind: z.enum(["session", "token", "system", "command"]),
  actorName: z.string(),
  action: z.string(),
  targetKind: z.string(),
  targetId: z.string().nullable(),
  targetName: z.string().nullable(),
  detail: z.record(z.string(), z.unknown()),
  requestId: z.string().nullable(),
  address: z.string().nullable(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

/** The fields that a list of users can be sorted by. */
export const UserSort = z.enum(["name", "role", "lastSignInAt", "createdAt"]);
export type UserSort = z.infer<typeof UserSort>;

/** The fields that a list of sessions can be sorted by. */
export const SessionSort = z.enum(["createdAt", "userName", "address", "lastSeenAt"]);
export type SessionSort = z.infer<typeof SessionSort>;

/** The fields that a list of API tokens can be sorted by. */
export const TokenSort = z.enum(["createdAt", "name", "role", "expiresAt", "lastUsedAt"]);
export type TokenSort = z.infer<typeof TokenSort>;

/** The fields that a list of audit entries can be sorted by. */
export const AuditSort = z.enum(["at", "actorName", "action"]);
export type AuditSort = z.infer<typeof AuditSort>;
