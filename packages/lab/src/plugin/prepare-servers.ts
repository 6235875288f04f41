import { controlService } from "@primacy/host-acts";
import { LabError } from "../errors";
import type { Lab } from "../lab";
import { observeSelf } from "../mysql/group";
import { runRootSql } from "../mysql/root-sql";
import { waitFor } from "../process/wait-for";
import { type DatabaseName, databaseNames } from "../roster";

/**
 * Prepares the servers of a lab for the stand-in of the plugin, as an administrator does before the console may set it up: the account of
 * the recovery channel may call the plugin's functions, and each mysqld runs with the capabilities to bind and announce an address, which
 * takes a restart of each: the primary last, after a planned switchover, and it is the primary again at the end. The library is not placed.
 * Throws LabError `not_observed` where a server is not ONLINE again within 90 s, or all servers do not agree on a primary.
 */
export async function preparePluginServers(lab: Lab): Promise<void> {
  const primary = await lab.findPrimary();
  if (primary === null) throw new LabError("not_observed", "The servers do not agree on a primary.");
  const { user } = lab.credentials.replication;
  await runRootSql(primary, `GRANT REPLICATION_SLAVE_ADMIN ON *.* TO '${user}'@'%'`);
  const [deputy, ...others] = databaseNames.filter((name) => name !== primary.name);
  if (deputy === undefined) throw new LabError("not_observed", "The lab has one server.");
  for (const name of [deputy, ...others]) await restartWithCapabilities(lab, name);
  await switchTo(lab, deputy);
  const last = databaseNames.find((name) => name === primary.name);
  if (last === undefined) return;
  await restartWithCapabilities(lab, last);
  await switchTo(lab, last);
}

async function restartWithCapabilities(lab: Lab, name: DatabaseName): Promise<void> {
  const host = lab.host(name);
  await lab.plugin.grantCapabilities(name);
  await controlService(host, "mysql", "restart", { timeoutMs: 120_000 });
  await waitFor(
    `${name} to be ONLINE`,
    async () => ((await observeSelf(host))?.state === "ONLINE" ? true : undefined),
    { timeoutMs: 90_000 },
  );
}

async function switchTo(lab: Lab, name: DatabaseName): Promise<void> {
  const host = lab.host(name);
  const self = await observeSelf(host);
  const sql = `SELECT group_replication_set_as_primary('${self?.serverUuid ?? ""}')`;
  await runRootSql(host, sql, { timeoutMs: 60_000 });
}
