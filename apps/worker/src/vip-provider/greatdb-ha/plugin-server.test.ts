import { expect, it } from "vitest";
import type { ServerConnection } from "../../mysql/connect-server";
import { MysqlFailure, type MysqlFailureCode } from "../../mysql/mysql-failure";
import { setAllVariables } from "./plugin-server";

const server = { address: "10.77.0.11", port: 3306, authority: null };
const settings = [
  { name: "greatdb_ha_gateway_address", value: "10.77.0.1" },
  { name: "greatdb_ha_enable_mgr_vip", value: "ON" },
];

/** Fails at the gateway, and notes the rest. */
function failing(code: MysqlFailureCode, done: string[]): ServerConnection {
  return {
    server,
    query: async (sql) => {
      if (sql.includes("gateway")) throw new MysqlFailure(code, server, { reason: "no answer" });
      done.push(sql);
      return [];
    },
    run: () => Promise.reject(new TypeError("not used here")),
    close: () => undefined,
    leave: () => undefined,
  };
}

it.each([
  ["a refused variable keeps none behind it from being set", "mysql_statement", 1],
  ["nothing more is said to a server that is gone", "mysql_unreachable", 0],
] as const)("%s, and the failure is told", async (_, code, count) => {
  const done: string[] = [];
  const set = setAllVariables(failing(code, done), settings, { signal: AbortSignal.timeout(10_000) });
  await expect(set).rejects.toMatchObject({ code });
  expect(done).toHaveLength(count);
});
