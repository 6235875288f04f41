import type { z } from "zod";

/**
 * What of a body can be judged although the rest of it is not as its schema wants it: the fields that are right by
 * themselves. `schema` declares all of them as optional; a default stands for what is absent, never for what is wrong.
 * Null where the body is no object.
 */
export function readFields<S extends z.ZodObject>(schema: S, body: unknown): z.output<S> | null {
  const whole = schema.safeParse(body);
  if (whole.success) return whole.data;
  if (typeof body !== "object" || body === null) return null;
  const wrong = new Set<PropertyKey | undefined>(
    whole.error.issues.flatMap((issue) =>
      issue.code === "unrecognized_keys" && issue.path.length === 0 ? issue.keys : [issue.path[0]],
    ),
  );
  const right = schema.safeParse(
    Object.fromEntries(Object.entries(body).filter(([name]) => !wrong.has(name))),
  );
  if (!right.success) return null;
  for (const name of wrong) if (name !== undefined) Reflect.deleteProperty(right.data, name);
  return right.data;
}

/** True where a body has a field, be it one that cannot be read: nobody is told that it is absent. */
export function hasField(body: unknown, name: string): boolean {
  return typeof body === "object" && body !== null && name in body;
}
