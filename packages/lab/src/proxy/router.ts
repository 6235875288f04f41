import { readFile } from "node:fs/promises";
import { controlService } from "@primacy/host-acts";
import { LabError } from "../errors";
import type { LabHost } from "../host/lab-host";
import { enableService } from "../host/service";
import { GROUP_PORT } from "../mysql/mysql-config";
import { quoteSql, runRootSql } from "../mysql/root-sql";
import { waitForGreeting } from "../observe/greeting";
import { getPackageFile } from "../paths";
import type { LabState } from "../state/lab-state";
import { routerPorts } from "./ports";

const CONFIG = "/var/lib/mysqlrouter/mysqlrouter.conf";

/**
 * Writes what MySQL Router reads of the group (see cluster-metadata.sql) on the primary, for the members that the
 * group has now. Replicated to all; safe to repeat.
 */
export async function ensureClusterMetadata(
  primary: LabHost,
  state: LabState,
  signal?: AbortSignal,
): Promise<void> {
  const schema = await readFile(getPackageFile("cluster-metadata.sql"), "utf8");
  const id = quoteSql(state.groupName);
  const attributes = quoteSql(JSON.stringify({ group_replication_group_name: state.groupName }));
  const endpoint = (port: number): string => `CONCAT(member_host, ':${port}')`;
  const rows = `
INSERT INTO clusters (cluster_id, cluster_name, options, attributes, cluster_type, router_options)
VALUES (${id}, ${quoteSql(state.name)}, '{}', ${attributes}, 'gr', '{}')
ON DUPLICATE KEY UPDATE attributes = VALUES(attributes);
DELETE FROM instances WHERE mysql_server_uuid NOT IN
  (SELECT member_id FROM performance_schema.replication_group_members);
INSERT INTO instances (cluster_id, address, mysql_server_uuid, instance_name, addresses, attributes)
SELECT ${id}, ${endpoint(3306)}, member_id, ${endpoint(3306)}, JSON_OBJECT('mysqlClassic', ${endpoint(3306)},
  'mysqlX', ${endpoint(33060)}, 'grLocal', ${endpoint(GROUP_PORT)}), '{}'
FROM performance_schema.replication_group_members AS m
WHERE NOT EXISTS (SELECT 1 FROM instances AS i WHERE i.mysql_server_uuid = m.member_id);
`;
  await runRootSql(primary, schema + rows, { timeoutMs: 30_000, signal });
}

/** Bootstraps MySQL Router on a running proxy when it is not yet, and starts it; waits until all ports
 * lead to a server. */
export async function ensureRouter(
  proxy: LabHost,
  primary: LabHost,
  state: LabState,
  signal?: AbortSignal,
): Promise<void> {
  // The configuration is the last file that a bootstrap writes: without it, one was interrupted or never ran.
  if ((await proxy.tryExec(["test", "-s", CONFIG])).exitCode !== 0)
    await bootstrap(proxy, primary, state, signal);
  await enableService(proxy, "mysqlrouter", 40);
  await controlService(proxy, "mysqlrouter", "start", { signal });
  for (const port of Object.values(routerPorts)) await waitForGreeting(proxy.address, port, signal);
}

/**
 * Waits until MySQL Router of a running proxy leads writes to a server again. After a fault it may wait half a minute
 * for an answer to a question that it sent before, and listens nowhere meanwhile: one that does not within 20 s is
 * started anew. Throws LabError `not_observed` when it does not after that either.
 */
export async function recoverRouter(proxy: LabHost, signal?: AbortSignal): Promise<void> {
  try {
    await waitForGreeting(proxy.address, routerPorts.write, signal);
  } catch (cause) {
    if (!(cause instanceof LabError) || cause.code !== "not_observed") throw cause;
    await controlService(proxy, "mysqlrouter", "restart", { signal });
    await waitForGreeting(proxy.address, routerPorts.write, signal);
  }
}

async function bootstrap(
  proxy: LabHost,
  primary: LabHost,
  state: LabState,
  signal?: AbortSignal,
): Promise<void> {
  const { user, password } = state.credentials.admin;
  await proxy.exec(["rm", "-rf", "/var/lib/mysqlrouter"]);
  await proxy
    .exec(
      [
        ...["mysqlrouter", "--bootstrap", `${user}@${primary.address}:3306`, "--user=mysqlrouter"],
        ...["--directory=/var/lib/mysqlrouter", `--name=${proxy.name}`, "--force", "--disable-rest"],
      ],
      { input: `${password}\n`, timeoutMs: 60_000, signal },
    )
    .catch((cause: unknown) => {
      throw new LabError(
        "command_failed",
        `MySQL Router could not be bootstrapped on ${proxy.name}: ${String(cause)}`,
        {
          cause,
          retryable: true,
        },
      );
    });
}
