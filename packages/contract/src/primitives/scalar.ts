import { z } from "zod";

/** A UUID in lower case: the identity of every stored thing. */
export const Id = z.uuid().meta({ example: "0198f3f0-6d1e-7c3a-9f0e-3b7a5f1c2d4e" });
export type Id = z.infer<typeof Id>;

/** SHA-256 in lower-case hexadecimal. */
export const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);
export type Sha256 = z.infer<typeof Sha256>;

/** An instant as ISO 8601 in UTC with milliseconds. Ages never compare two hosts' instants. */
export const Instant = z.iso.datetime().meta({ example: "2026-11-21T10:00:00.000Z" });
export type Instant = z.infer<typeof Instant>;

/** Milliseconds of a monotonic clock of one host since its boot; meaningless on another host. */
export const MonotonicMs = z.number().nonnegative();
export type MonotonicMs = z.infer<typeof MonotonicMs>;

/** Control characters, and halves of a pair: PostgreSQL stores neither a NUL nor a lone surrogate. */
const unstorable = /[\p{Cc}\p{Cs}]/u;

/** One line of text on its way in: no control characters, nothing that cannot be stored. */
export const PlainText = z
  .string()
  .refine((text) => !unstorable.test(text), { error: "text_control_character" });
export type PlainText = z.infer<typeof PlainText>;

/** What people cannot see: it would make two names that look the same, or turn the direction of what follows. */
const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

/** A name that people give: trimmed, 1 to 63 characters, all of which can be seen. */
export const DisplayName = z
  .string()
  .trim()
  .min(1, { error: "name_required" })
  .max(63, { error: "name_too_long" })
  .refine((text) => !invisible.test(text), { error: "name_control_character" });
export type DisplayName = z.infer<typeof DisplayName>;

/** A name as it is stored. What a name may be is asked on its way in. */
export const StoredName = z.string().min(1);
export type StoredName = z.infer<typeof StoredName>;

/** Private keys and signed texts have lines. */
const lineEnds = /[\t\n\r]/g;

/** Text of several lines on its way in: its only control characters are tabs and line ends. */
export const PlainLines = z
  .string()
  .refine((text) => !unstorable.test(text.replaceAll(lineEnds, "")), { error: "text_control_character" });
export type PlainLines = z.infer<typeof PlainLines>;

/** A secret on its way in: the only control characters are tabs and line ends. It is never part of a response. */
export const SecretText = z
  .string()
  .min(1, { error: "secret_required" })
  .max(16_384, { error: "secret_too_long" })
  .refine((text) => !unstorable.test(text.replaceAll(lineEnds, "")), { error: "text_control_character" });
export type SecretText = z.infer<typeof SecretText>;

/** Roles in rising order of power; each may do all that the ones before it may. */
export const Role = z.enum(["viewer", "operator", "admin"]);
export type Role = z.infer<typeof Role>;

const rank: Record<Role, number> = { viewer: 0, operator: 1, admin: 2 };

/** True when a holder of `held` may do what needs `needed`. */
export function isRoleAtLeast(held: Role, needed: Role): boolean {
  return rank[held] >= rank[needed];
}

/** The languages of the console, equals. */
export const Locale = z.enum(["en", "zh"]);
export type Locale = z.infer<typeof Locale>;

/** One tone of state: never shown by colour alone. */
export const Tone = z.enum(["ok", "busy", "warning", "failed", "unknown"]);
export type Tone = z.infer<typeof Tone>;
