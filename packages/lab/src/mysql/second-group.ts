import { join } from "node:path";
import type { LabHost } from "../host/lab-host";
import type { Lab } from "../lab";
import { allEnded } from "../process/all-ended";
import { runCommand } from "../process/run-command";
import { waitFor } from "../process/wait-for";
import { type DatabaseName, databaseNames, hostRoles } from "../roster";
import { planAccounts } from "./accounts";
import { planMysqlConfig } from "./mysql-config";
import { joinRows, type RootSqlOptions, runRootSql } from "./root-sql";

/** Ports of the second server of each database host. */
export const secondPorts = { mysql: 3316, group: 33_163, admin: 33_164 } as const;

const folder = "/var/lib/mysql-second";
const runFolder = "/run/mysqld-second";
const socket = `${runFolder}/mysqld.sock`;
const configFile = "/etc/mysql-second.cnf";
const groupName = "7d3bc9f8-5f7b-4b0e-9c0e-2f8d1e0c5a02";

/** A second group on the database hosts of a lab: another server on each, beside the one that the lab has. */
export interface SecondGroup {
  /** Runs SQL as root on the second server of a host; see `runRootSql`. */
  sql(host: DatabaseName, text: string, options?: RootSqlOptions): Promise<string[][]>;
  /** The host whose second server calls itself the primary; waits for one. */
  getPrimary(): Promise<DatabaseName>;
  /** Makes the second server of a host the primary of its group. */
  switchTo(host: DatabaseName): Promise<void>;
  /** SIGKILL for the second server of a host. Returns when it is gone. */
  kill(host: DatabaseName): Promise<void>;
  /** Ends all of them and removes what they had. */
  remove(): Promise<void>;
}

/**
 * Starts it with the accounts of the lab, and returns when all are ONLINE with db1's as primary. Nothing supervises these
 * servers, and nothing of the lab heals them.
 */
export async function startSecondGroup(lab: Lab): Promise<SecondGroup> {
  const group = createGroup(lab);
  await group.remove();
  try {
    await allEnded(databaseNames.map((name) => start(lab, name)));
    for (const name of databaseNames) await joinGroup(lab, group, name);
    return group;
  } catch (error) {
    await group.remove();
    throw error;
  }
}

function createGroup(lab: Lab): SecondGroup {
  const sql: SecondGroup["sql"] = (name, text, options) =>
    runRootSql(lab.host(name), text, { ...options, socket });
  const findPrimary = async (): Promise<DatabaseName | undefined> => {
    for (const name of databaseNames) {
      const said = await sql(name, selfQuery, { timeoutMs: 3_000 }).catch(() => []);
      if (joinRows(said) === "PRIMARY\tONLINE") return name;
    }
    return undefined;
  };
  const end = async (host: LabHost): Promise<void> => {
    await host.tryExec(["sh", "-c", `kill -KILL $(cat ${runFolder}/mysqld.pid)`]);
    await waitFor(
      `the second server of ${host.name} to be gone`,
      async () => ((await host.tryExec(["pgrep", "-f", configFile])).exitCode === 0 ? undefined : true),
      { timeoutMs: 10_000 },
    );
  };
  return {
    sql,
    getPrimary: () => waitFor("a primary of the second group", findPrimary, { timeoutMs: 60_000 }),
    async switchTo(name) {
      const uuid = joinRows(await sql(name, "SELECT @@server_uuid"));
      await sql(name, `SELECT group_replication_set_as_primary('${uuid}')`, { timeoutMs: 60_000 });
    },
    kill: (name) => end(lab.host(name)),
    async remove() {
      await allEnded(
        databaseNames.map(async (name) => {
          await end(lab.host(name));
          await lab.host(name).exec(["rm", "-rf", folder, runFolder, configFile]);
        }),
      );
    },
  };
}

const selfQuery =
  "SELECT member_role, member_state FROM performance_schema.replication_group_members WHERE member_id = @@server_uuid";

async function start(lab: Lab, name: DatabaseName): Promise<void> {
  const host = lab.host(name);
  await host.writeFile(configFile, planConfig(lab, name));
  const target = await host.findOnMachine(folder);
  await runCommand(["cp", "-a", "--reflink=auto", join(lab.rootOf(name), "var/lib/mysql"), target], {
    timeoutMs: 60_000,
  });
  await host.exec(["install", "-d", "-o", "mysql", "-g", "mysql", "-m", "755", runFolder]);
  await host.exec(["mysqld", `--defaults-file=${configFile}`, "--daemonize"], { timeoutMs: 60_000 });
  await runRootSql(host, planAccounts(lab.state), { socket, timeoutMs: 30_000 });
}

async function joinGroup(lab: Lab, group: SecondGroup, name: DatabaseName): Promise<void> {
  const isFirst = name === databaseNames[0];
  const bootstrap = (value: "ON" | "OFF"): string =>
    isFirst ? `SET GLOBAL group_replication_bootstrap_group = ${value};` : "";
  const text = `${bootstrap("ON")} START GROUP_REPLICATION; ${bootstrap("OFF")}`;
  await group.sql(name, text, { timeoutMs: 60_000 });
  await waitFor(
    `the second server of ${lab.host(name).name} to be ONLINE`,
    async () => (joinRows(await group.sql(name, selfQuery)).endsWith("\tONLINE") ? true : undefined),
    { timeoutMs: 60_000 },
  );
}

/** The configuration of the lab's own server with what must differ. */
function planConfig(lab: Lab, name: DatabaseName): string {
  const at = (host: DatabaseName): string => `${lab.names.addressOf(host)}:${secondPorts.group}`;
  const { expelSeconds, gtidBlock } = lab.state;
  const own = planMysqlConfig(lab.names, name, { groupName, expelSeconds, gtidBlock });
  const [before = ""] = own.split("!includedir");
  return `${before}
datadir = ${folder}
socket = ${socket}
pid_file = ${runFolder}/mysqld.pid
log_error = ${folder}/error.log
server_id = ${100 + hostRoles[name].lastByte}
port = ${secondPorts.mysql}
report_port = ${secondPorts.mysql}
admin_port = ${secondPorts.admin}
mysqlx = OFF
group_replication_start_on_boot = OFF
group_replication_local_address = ${at(name)}
group_replication_group_seeds = ${databaseNames.map(at).join(",")}
`;
}
