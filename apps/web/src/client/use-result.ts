"use client";

import type { Operation } from "@primacy/contract";
import type { z } from "zod";

/** The result of an operation that succeeded, parsed; null while it has none, or where it cannot be read. */
export function findResult<T>(schema: z.ZodType<T>, operation: Operation | undefined): T | null {
  if (operation === undefined || operation.state !== "succeeded") return null;
  const parsed = schema.safeParse(operation.result);
  return parsed.success ? parsed.data : null;
}
