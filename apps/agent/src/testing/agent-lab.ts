import { randomUUID } from "node:crypto";
import { type Lab, type LabHost, observeSelf, startLab, stopLab } from "@primacy/lab";
import { afterAll, beforeAll } from "vitest";
import { waitFor } from "./wait-for";

/** The MySQL account of agents under test. */
export const agentAccount = { user: "primacy_agent", password: randomUUID() } as const;

/** Port of the administrative interface of the lab's servers. */
export const adminPort = 33062;

const databaseNames = ["db1", "db2", "db3"] as const;

/** A lab of its own for the agent's tests: a group of three and a client host. */
export interface AgentLab {
  readonly lab: Lab;
  readonly databases: readonly LabHost[];
  /** The host whose server says that it is the ONLINE primary; waits for one. */
  getPrimary(): Promise<LabHost>;
  /** A host whose server says that it is an ONLINE secondary; waits for one. */
  getSecondary(): Promise<LabHost>;
  /** Runs SQL as root over the server's socket and returns rows of columns. */
  sql(host: LabHost, text: string): Promise<string[][]>;
  /** Waits until all three members are ONLINE, and restarts what a test left stopped. */
  heal(): Promise<void>;
}

/** Brings the lab up before the tests of a file and down after them, unless PRIMACY_KEEP_LAB is set. */
export function useAgentLab(): () => AgentLab {
  let agentLab: AgentLab | undefined;
  beforeAll(async () => {
    agentLab = await openAgentLab();
  }, 600_000);
  afterAll(async () => {
    if (process.env.PRIMACY_KEEP_LAB === undefined) {
      await stopLab("agent");
    }
  }, 120_000);
  return () => {
    if (agentLab === undefined) {
      throw new Error("the lab is not up yet");
    }
    return agentLab;
  };
}

/** Brings the lab up, heals it, and makes what a console makes before the first VIP. */
export async function openAgentLab(): Promise<AgentLab> {
  const lab = await startLab({
    name: "agent",
    subnet: "10.83.0.0/24",
    hosts: [...databaseNames, "app1"],
    with: ["mysql"],
  });
  const databases = databaseNames.map((name) => lab.host(name));
  const getByRole = (role: string): Promise<LabHost> =>
    waitFor(`a member that is ${role}`, 60_000, async () => {
      for (const host of databases) {
        const self = await observeSelf(host);
        if (self?.state === "ONLINE" && self.role === role) {
          return host;
        }
      }
      return null;
    });
  const agentLab: AgentLab = {
    lab,
    databases,
    getPrimary: () => getByRole("PRIMARY"),
    getSecondary: () => getByRole("SECONDARY"),
    sql: runSql,
    heal: () => heal(databases),
  };
  await agentLab.heal();
  await runSql(await agentLab.getPrimary(), preparation);
  return agentLab;
}

/** What the console's plan makes before the first VIP. */
const preparation = [
  "CREATE DATABASE IF NOT EXISTS primacy",
  "CREATE TABLE IF NOT EXISTS primacy.probe (id INT PRIMARY KEY, v INT NOT NULL)",
  "REPLACE INTO primacy.probe VALUES (1, 1)",
  `CREATE USER IF NOT EXISTS ${agentAccount.user}@'%' IDENTIFIED BY '${agentAccount.password}'`,
  `ALTER USER ${agentAccount.user}@'%' IDENTIFIED BY '${agentAccount.password}'`,
  `GRANT SERVICE_CONNECTION_ADMIN ON *.* TO ${agentAccount.user}@'%'`,
  `GRANT SELECT ON primacy.* TO ${agentAccount.user}@'%'`,
  `GRANT SELECT ON performance_schema.* TO ${agentAccount.user}@'%'`,
].join("; ");

async function runSql(host: LabHost, text: string): Promise<string[][]> {
  const { stdout } = await host.exec(["mysql", "-NB", "--connect-timeout=3"], { input: `${text};` });
  return stdout
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => line.split("\t"));
}

async function heal(databases: readonly LabHost[]): Promise<void> {
  for (const host of databases) {
    await host.tryExec(["pkill", "-CONT", "-x", "mysqld"]);
    const isRunning = (await host.tryExec(["pgrep", "-x", "mysqld"])).exitCode === 0;
    if (!isRunning && (await host.tryExec(["pgrep", "-x", "mysqld_safe"])).exitCode !== 0) {
      await host.tryExec(["service", "mysql", "start"], { timeoutMs: 90_000 });
    }
  }
  for (const host of databases) {
    await waitFor(`${host.name} ONLINE`, 120_000, async () => {
      const self = await observeSelf(host);
      if (self?.state === "OFFLINE" || self?.state === "ERROR") {
        await runSql(host, "STOP GROUP_REPLICATION; START GROUP_REPLICATION").catch(() => undefined);
      }
      return self?.state === "ONLINE";
    });
  }
}
