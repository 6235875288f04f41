import { ServerVariable } from "@primacy/contract";
import { expect, test } from "vitest";
import type { Row } from "../mysql/connect-server";
import { askSettings } from "./read-system";

const signal = new AbortController().signal;

/** A server that answers with these variables; the statements that it got. */
function serverWith(
  rows: readonly Row[],
  version = "8.4.6",
): { asked: string[]; query: (sql: string) => Promise<readonly Row[]> } {
  const asked: string[] = [];
  return {
    asked,
    query: async (sql) => {
      asked.push(sql);
      return sql.startsWith("SELECT") ? [{ version }] : rows;
    },
  };
}

test("a server is asked for the stated variables alone, and those that it lacks are absent", async () => {
  const server = serverWith([
    { Variable_name: "sync_binlog", Value: "1" },
    { Variable_name: "max_connections", Value: 151 },
  ]);
  expect(await askSettings(server, signal)).toEqual({
    version: "8.4.6",
    variables: { sync_binlog: "1", max_connections: "151" },
  });
  for (const name of ServerVariable.options) expect(server.asked[1]).toContain(`'${name}'`);
});

test("what a server says is kept up to 200 characters", async () => {
  const long = "x".repeat(5_000);
  const settings = await askSettings(
    serverWith([{ Variable_name: "version_comment", Value: long }], long),
    signal,
  );
  expect(settings.version).toHaveLength(200);
  expect(settings.variables.version_comment).toHaveLength(200);
});
