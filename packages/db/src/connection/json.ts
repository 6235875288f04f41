import { Prisma } from "../generated/client";

/** What JSON can hold at its top, apart from null. */
export type JsonSource = object | string | number | boolean;

/** A value as the JSON that is stored; a missing one is stored as `{}`. */
export function toJson(value: JsonSource | undefined): Prisma.InputJsonValue {
  return JSON.parse(JSON.stringify(value ?? {}));
}

/** Any value for a column that may be empty: null and undefined leave it empty. */
export function toNullableJson(value: unknown): Prisma.InputJsonValue | typeof Prisma.DbNull {
  return value === null || value === undefined ? Prisma.DbNull : JSON.parse(JSON.stringify(value));
}

/** An instant as the contract writes it. */
export function toInstant(date: Date): string {
  return date.toISOString();
}

/** The same for an instant that may be missing. */
export function toNullableInstant(date: Date | null): string | null {
  return date?.toISOString() ?? null;
}
