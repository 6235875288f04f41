import { installStatement, uninstallStatement } from "@primacy/core/greatdb-ha";
import { expect, it } from "vitest";
import type { QueryOptions, Row, ServerConnection } from "../../mysql/connect-server";
import { MysqlFailure } from "../../mysql/mysql-failure";
import { type ChangedServer, installPlugin, uninstallPlugin } from "./change-plugins";

const address = { address: "10.77.0.11", port: 3306, authority: null };
const live = (): AbortSignal => AbortSignal.timeout(10_000);
const off = "SET GLOBAL super_read_only = OFF";
const on = "SET GLOBAL super_read_only = ON";

/** A server that answers what is asked here, and remembers what was set. */
class Server {
  status: string | null = null;
  isSuper = true;
  role = "SECONDARY";
  /** How often it still shows a session at loading the plugin. */
  changing = 0;
  connections = 0;
  readonly done: string[] = [];
  /** Called before a change of the plugins is done. */
  beforeChange: () => void = () => undefined;

  readonly changed = (wasReadOnly = true): ChangedServer => ({
    hostName: "db1",
    wasReadOnly,
    onServer: (_signal, act) => act(this.#connect()),
  });

  #connect(): ServerConnection {
    this.connections += 1;
    return {
      server: address,
      query: async (sql, options) => this.#answer(sql, options),
      run: () => Promise.reject(new TypeError("not used here")),
      close: () => undefined,
      leave: () => undefined,
    };
  }

  #answer(sql: string, { signal }: QueryOptions): readonly Row[] {
    signal.throwIfAborted();
    if (sql.includes("information_schema.PLUGINS"))
      return [{ status: this.status, listed: this.status === null ? 0 : 1 }];
    if (sql.includes("performance_schema.threads")) return [{ count: this.changing-- > 0 ? 1 : 0 }];
    if (sql.startsWith("SELECT @@GLOBAL.super_read_only")) return [{ is_super: this.isSuper ? 1 : 0 }];
    if (sql.startsWith("SELECT MEMBER_ROLE")) return [{ role: this.role }];
    if (sql === installStatement || sql === uninstallStatement) {
      this.beforeChange();
      if (this.isSuper) throw new MysqlFailure("mysql_statement", address, { reason: "read only" });
      this.status = sql === installStatement ? "ACTIVE" : null;
      signal.throwIfAborted();
    }
    if (sql === on || sql === off) this.isSuper = sql === on;
    this.done.push(sql);
    return [];
  }
}

it("a secondary is read-only to everybody again once its plugin is loaded or unloaded", async () => {
  const server = new Server();
  await installPlugin(server.changed(), live());
  expect(await uninstallPlugin(server.changed(), live())).toBe(true);
  const quiet = "SET SESSION sql_log_bin = 0";
  expect(server.done).toEqual([quiet, off, installStatement, on, quiet, off, uninstallStatement, on]);
});

it.each([
  ["loading", "ACTIVE", installPlugin],
  ["unloading", null, uninstallPlugin],
])(
  "it is so too where a worker ended in the middle of %s, and nothing is left to change",
  async (_, status, change) => {
    const server = Object.assign(new Server(), { status, isSuper: false });
    await change(server.changed(false), live());
    expect(server.done).toEqual([on]);
  },
);

it("it is so too where the attempt ends while the plugin is loaded, over another connection", async () => {
  const server = new Server();
  const cancelled = new AbortController();
  server.beforeChange = () => cancelled.abort(new Error("over"));
  await expect(installPlugin(server.changed(), cancelled.signal)).rejects.toThrow("over");
  expect(server).toMatchObject({ isSuper: true, connections: 2 });
});

it("a member without a role stays as it was, and a primary writable", async () => {
  for (const [role, was, isSuper] of [
    ["", true, true],
    ["", false, false],
    ["PRIMARY", true, false],
  ] as const) {
    const server = Object.assign(new Server(), { role, isSuper: was });
    await installPlugin(server.changed(was), live());
    expect(server.isSuper, `${role} ${was}`).toBe(isSuper);
  }
});

it("one that became the primary while it was closed is opened again", async () => {
  const server = new Server();
  server.beforeChange = () => {
    const roles = ["SECONDARY", "PRIMARY"];
    Object.defineProperty(server, "role", { get: () => roles.shift() });
  };
  await installPlugin(server.changed(), live());
  expect(server.done.slice(-3)).toEqual([on, off, "SET GLOBAL read_only = OFF"]);
});

it("what a lapsed connection began is waited for before it is judged", async () => {
  const server = Object.assign(new Server(), { status: "ACTIVE", changing: 1 });
  expect(await uninstallPlugin(server.changed(), live())).toBe(true);
  expect(server.status).toBe(null);
  expect(server.changing).toBeLessThan(0);
});

it("one that the server loads and does not run is no success", async () => {
  const server = new Server();
  server.beforeChange = () =>
    Object.defineProperty(server, "status", { get: () => "DISABLED", set: () => undefined });
  await expect(installPlugin(server.changed(), live())).rejects.toMatchObject({
    code: "plugin_load",
    explanation: { text: expect.stringContaining("DISABLED") },
  });
  expect(server.isSuper).toBe(true);
});
