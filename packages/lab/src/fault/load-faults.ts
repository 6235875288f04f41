import { actAndObserve } from "@primacy/host-acts";
import type { Connection } from "mysql2/promise";
import type { LabHost } from "../host/lab-host";
import type { Lab } from "../lab";
import { connectMysql } from "../mysql/connect";
import { ADMIN_PORT } from "../mysql/mysql-config";
import { runRootSql } from "../mysql/root-sql";
import { HOST_INTERFACE } from "../network/lab-network";
import { runCommand } from "../process/run-command";
import { waitFor } from "../process/wait-for";
import type { DatabaseName } from "../roster";
import type { FaultEvidence } from "./evidence";

/** As the lab configures it. */
const MAX_CONNECTIONS = 300;
/** How many more a server takes that has its connections used up; those of clients that a lost link forgot stay for hours. */
const MORE_CONNECTIONS = 10;

/**
 * Opens connections to a server until it refuses more, of which it allows few more. Returns them with the proof; the caller
 * ends them and calls `restoreConnections`.
 */
export async function useUpConnections(
  lab: Lab,
  host: DatabaseName,
  taken: Connection[],
): Promise<FaultEvidence> {
  return actAndObserve(
    "use-up-connections",
    host,
    async () => {
      const [[, count] = []] = await runRootSql(
        lab.host(host),
        "SHOW GLOBAL STATUS LIKE 'Threads_connected';",
      );
      const most = Number(count) + MORE_CONNECTIONS;
      await runRootSql(lab.host(host), `SET GLOBAL max_connections = ${most};`);
    },
    () =>
      waitFor(
        `the server of ${host} to refuse a connection`,
        async () => {
          try {
            const connection = await connectMysql(lab, host, { account: "bench" });
            connection.on("error", () => undefined);
            taken.push(connection);
            return undefined;
          } catch (cause) {
            const isFull = cause instanceof Error && "code" in cause && cause.code === "ER_CON_COUNT_ERROR";
            if (isFull) return [`the server of ${host} has too many connections`];
            throw cause;
          }
        },
        { timeoutMs: 60_000, intervalMs: 1 },
      ),
  );
}

/** Lets a server take as many connections again as the lab configures, by the port that has room however full it is. */
export async function restoreConnections(lab: Lab, host: DatabaseName): Promise<void> {
  const connection = await connectMysql(lab, host, { port: ADMIN_PORT });
  try {
    await connection.query({ sql: `SET GLOBAL max_connections = ${MAX_CONNECTIONS}`, timeout: 10_000 });
  } finally {
    connection.destroy();
  }
}

/** Pulls a host's cable and plugs it in again, `times` over, `pauseMs` each. Returns when it is in again. */
export async function flapLink(
  lab: Lab,
  host: LabHost,
  options: { readonly times: number; readonly pauseMs: number },
): Promise<FaultEvidence> {
  const readChanges = async (): Promise<number> => {
    const file = `/sys/class/net/${HOST_INTERFACE}/carrier_changes`;
    return Number((await runCommand(["ip", "netns", "exec", host.namespace, "cat", file])).stdout.trim());
  };
  const before = await readChanges();
  return actAndObserve(
    "link-flap",
    host.name,
    async () => {
      for (let time = 0; time < options.times; time += 1) {
        for (const state of ["down", "up"]) {
          await runCommand(["ip", "-n", lab.names.wireNamespace, "link", "set", host.name, state]);
          await new Promise((resolve) => setTimeout(resolve, options.pauseMs));
        }
      }
    },
    () =>
      waitFor(
        `the carrier of ${host.name} to have changed`,
        async () => {
          const changes = (await readChanges()) - before;
          return changes >= options.times
            ? [`the carrier of ${host.name} changed ${changes} times`]
            : undefined;
        },
        { timeoutMs: 60_000 },
      ),
  );
}
