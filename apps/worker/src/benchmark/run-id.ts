import { randomUUID } from "node:crypto";

/** A planned run with an id of its own. */
export function withId<R extends object>(run: R): R & { readonly id: string } {
  return { ...run, id: randomUUID() };
}
