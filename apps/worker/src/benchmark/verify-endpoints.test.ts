import { formatMessage } from "@primacy/contract";
import { expect, it } from "vitest";
import type { connectServer } from "../mysql/connect-server";
import { MysqlFailure } from "../mysql/mysql-failure";
import { findUnfit } from "./verify-endpoints";

const { signal } = new AbortController();
const account = { user: "pbench", password: "tall blue kettle" };
const at = (address: string) =>
  ({
    ref: { kind: "custom", address, port: 3306 },
    way: "custom",
    name: address,
    address,
    port: 3306,
  }) as const;

/** Servers by their address: each refuses the account so often before it has it. */
function serve(servers: Readonly<Record<string, { readonly late?: number; readonly readOnly?: number }>>) {
  const asked = new Map<string, number>();
  const connect: typeof connectServer = async (server) => {
    const { late = 0, readOnly = 0 } = servers[server.address] ?? {};
    const before = asked.get(server.address) ?? 0;
    asked.set(server.address, before + 1);
    if (before < late) throw new MysqlFailure("mysql_denied", server, { user: "pbench", reason: "unknown" });
    return {
      server,
      query: async () => [{ uuid: "A1", read_only: readOnly }],
      run: async () => undefined,
      close: () => undefined,
      leave: () => undefined,
    };
  };
  return { connect, asked };
}

function verify(connect: typeof connectServer, addresses: readonly string[], limitMs = 5_000) {
  const polling = { everyMs: 1, limitMs };
  const inquiry = { endpoints: addresses.map(at), members: ["a1"], writes: true, polling, connect };
  return findUnfit(inquiry, account, signal);
}

it("a secondary that has not the account yet is waited for", async () => {
  const { connect, asked } = serve({ "10.0.0.2": { late: 3 } });
  expect(await verify(connect, ["10.0.0.2"])).toBeNull();
  expect(asked.get("10.0.0.2")).toBe(4);
});

it("one that never has it is told with what the server said", async () => {
  const { connect } = serve({ "10.0.0.2": { late: Number.POSITIVE_INFINITY } });
  const failure = await verify(connect, ["10.0.0.2"], 5);
  expect(failure?.explanation.text).toBe(
    "10.0.0.2:3306 does not take this load: The server at 10.0.0.2:3306 refused the account pbench: unknown.",
  );
});

it("every endpoint that does not take the load is told at once, in either language", async () => {
  const { connect } = serve({ "10.0.0.2": { readOnly: 1 }, "10.0.0.3": { readOnly: 1 } });
  const failure = await verify(connect, ["10.0.0.1", "10.0.0.2", "10.0.0.3"]);
  if (failure === null) throw new Error("two are read-only");
  expect(failure.code).toBe("benchmark_endpoints");
  for (const locale of ["en", "zh"] as const) {
    const text = formatMessage(failure.explanation, locale);
    expect(text).toMatch(/^(?:2 endpoints do not|有 2 个入口不)/);
    expect(text).toContain("10.0.0.2:3306");
    expect(text).toContain("10.0.0.3:3306");
    expect(text).not.toContain("10.0.0.1:3306");
  }
});
