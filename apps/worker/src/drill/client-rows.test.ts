import { probeRowId } from "@primacy/contract/agent";
import { expect, test } from "vitest";
import type { Row, ServerConnection } from "../mysql/connect-server";
import { writeThrough } from "./client-rows";

const run = "0a1b2c3d-0000-4000-8000-000000000001";
const lastId = probeRowId(run, 16 ** 12 - 1);

/** A table of the clients' rows, and what was asked of it. */
function createTable(): { readonly asked: string[]; readonly ids: Set<string> } & Pick<
  ServerConnection,
  "query"
> {
  const asked: string[] = [];
  const ids = new Set<string>();
  const query = async (sql: string, { values = [] }: { values?: readonly unknown[] }): Promise<Row[]> => {
    const verb = sql.split(" ")[0] ?? "";
    asked.push(verb);
    if (verb === "SELECT") return [...ids].map((id) => ({ id }));
    for (const value of values) verb === "REPLACE" ? ids.add(String(value)) : ids.delete(String(value));
    return [];
  };
  return { asked, ids, query };
}

test("a row is written and deleted also where the clients have left none", async () => {
  const table = createTable();
  await writeThrough(table, [{ run }], AbortSignal.timeout(30_000));
  expect(table.asked).toEqual(["REPLACE", "SELECT", "DELETE", "SELECT"]);
  expect(table.ids.size).toBe(0);
});

test("the rows of the clients go with it, and so does one that hung the last time", async () => {
  const table = createTable();
  for (const id of [probeRowId(run, 1), lastId]) table.ids.add(id);
  await writeThrough(table, [{ run }], AbortSignal.timeout(30_000));
  expect(table.ids.size).toBe(0);
});
