import { randomBytes } from "node:crypto";
import { accountStatements, accountUsers, agentAccountHosts, schemaStatements } from "@primacy/core/cluster";
import {
  acquireTestLab,
  type DatabaseName,
  databaseNames,
  type Lab,
  type LabHost,
  type RootSqlOptions,
  runRootSql,
  type TestLab,
  type TestWatch,
} from "@primacy/lab";
import { afterAll, beforeAll, expect } from "vitest";
import { waitFor } from "./wait-for";

/** The MySQL account of agents under test. */
export const agentAccount = { user: accountUsers.agent, password: randomBytes(12).toString("hex") } as const;

/** Port of the administrative interface of the lab's servers. */
export const adminPort = 33_062;

/** The shared lab with what a console makes in a group before its first VIP. */
export interface AgentLab {
  readonly lab: Lab;
  /** What watches the lab until `release`, which throws what it saw. */
  readonly standing: TestWatch;
  readonly databases: readonly LabHost[];
  /** An address of the lab's network that no host has. */
  readonly vip: string;
  /** The host that all servers agree is the primary; waits for one. */
  getPrimary(): Promise<LabHost>;
  /** A database host that is not the primary. */
  getSecondary(): Promise<LabHost>;
  /** Runs SQL as root over the server's socket and returns rows of columns. */
  sql(host: LabHost, text: string, options?: RootSqlOptions): Promise<string[][]>;
  /** Makes a host's server the primary, as the console does. */
  switchTo(host: LabHost): Promise<void>;
  release(): Promise<void>;
}

/** Takes the shared lab before the tests of a file and gives it back after them. */
export function useAgentLab(): () => AgentLab {
  let agentLab: AgentLab | undefined;
  beforeAll(async () => {
    agentLab = await openAgentLab();
  }, 900_000);
  afterAll(() => agentLab?.release(), 600_000);
  return () => {
    if (agentLab === undefined) {
      throw new Error("the lab is not up yet");
    }
    return agentLab;
  };
}

/** The name of a lab host that runs MySQL. Throws on any other. */
export function getDatabaseName(host: LabHost): DatabaseName {
  const name = databaseNames.find((known) => known === host.name);
  if (name === undefined) {
    throw new Error(`${host.name} runs no MySQL`);
  }
  return name;
}

/** Takes the lab and prepares its group. */
export async function openAgentLab(): Promise<AgentLab> {
  const testName = (): string | undefined => expect.getState().currentTestName;
  const held = await acquireTestLab({ with: ["mysql"], testName });
  try {
    return await prepareGroup(held);
  } catch (error) {
    // The next file would wait for it in vain.
    await held.release().catch(() => undefined);
    throw error;
  }
}

async function prepareGroup({ lab, standing, release }: TestLab): Promise<AgentLab> {
  const databases = databaseNames.map((name) => lab.host(name));
  const getPrimary = (): Promise<LabHost> => waitFor("a primary", 60_000, () => lab.findPrimary());
  const own = databases.map(({ address }) => ({ address, adminAddress: null }));
  // Tests that open a session themselves do so from this machine.
  const agentHosts = [...agentAccountHosts(own), lab.names.gateway];
  const statements = [
    ...accountStatements("agent", agentAccount.password, agentHosts),
    ...schemaStatements(agentHosts).filter(isOfAgent),
  ];
  await runRootSql(await getPrimary(), statements.map(({ text }) => text).join("; "));
  return {
    lab,
    standing,
    databases,
    vip: lab.state.subnet.replace(/\.0\/24$/, ".100"),
    getPrimary,
    getSecondary: async () => {
      const primary = await getPrimary();
      return waitFor("a secondary", 60_000, () => databases.find((host) => host.name !== primary.name));
    },
    sql: runRootSql,
    switchTo: async (host) => {
      const [row] = await runRootSql(host, "SELECT @@server_uuid");
      await runRootSql(await getPrimary(), `SELECT group_replication_set_as_primary('${row?.[0]}')`);
    },
    release,
  };
}

function isOfAgent({ text }: { readonly text: string }): boolean {
  return !text.includes("primacy_verify");
}
