import { User } from "@primacy/contract";
import { toInstant, toNullableInstant } from "../connection/json";
import type { User as UserRow } from "../generated/client";

/** A user without the password hash. */
export function toUser(row: UserRow): User {
  const { id, name, role, locale, theme, isDisabled } = row;
  return User.parse({
    id,
    name,
    role,
    locale,
    theme,
    isDisabled,
    createdAt: toInstant(row.createdAt),
    lastSignInAt: toNullableInstant(row.lastSignInAt),
  });
}
