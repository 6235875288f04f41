import { controlService } from "@primacy/host-acts";
import type { LabHost } from "../host/lab-host";
import { waitFor } from "../process/wait-for";
import type { LabState } from "../state/lab-state";
import { type GroupOptions, waitForMysql } from "./group";
import { FIRST_BOOT_FILE, firstBootConfig } from "./mysql-config";
import { quoteSql, runRootSql } from "./root-sql";

/** Restarts mysqld so that it does not look for a group, whatever it was blocked in. */
export async function restartOutsideGroup(host: LabHost, options: GroupOptions): Promise<void> {
  await host.writeFile(FIRST_BOOT_FILE, firstBootConfig);
  // Killed rather than stopped: a server without its majority may take minutes to stop.
  await host.tryExec(["pkill", "-KILL", "-f", "^/bin/sh /usr/bin/mysqld_safe"]);
  await host.tryExec(["pkill", "-KILL", "-x", "mysqld"]);
  await waitFor(
    `mysqld on ${host.name} to be gone`,
    async () => ((await host.tryExec(["pidof", "-q", "mysqld"])).exitCode === 0 ? undefined : true),
    { timeoutMs: 10_000, intervalMs: 50, signal: options.signal },
  );
  await controlService(host, "mysql", "start", { timeoutMs: 90_000, signal: options.signal });
  await waitForMysql(host, options);
}

/**
 * Replaces all data of a server that is in no group by a copy of the donor's, as the clone plugin does it; its
 * identity stays. mysqld restarts at the end, and is waited for.
 */
export async function cloneFrom(
  host: LabHost,
  donor: LabHost,
  state: LabState,
  options: GroupOptions,
): Promise<void> {
  options.onProgress?.(`cloning ${host.name} from ${donor.name}`);
  const { user, password } = state.credentials.replication;
  const startedAt = await observeStart(host);
  const sql = `SET GLOBAL super_read_only = OFF;
SET GLOBAL clone_valid_donor_list = ${quoteSql(`${donor.address}:3306`)};
CLONE INSTANCE FROM ${quoteSql(user)}@${quoteSql(donor.address)}:3306 IDENTIFIED BY ${quoteSql(password)};`;
  // The connection may break at the restart that ends a successful clone; what counts is that it happened.
  await runRootSql(host, sql, { timeoutMs: 120_000, signal: options.signal }).catch(() => undefined);
  await waitFor(
    `mysqld on ${host.name} to be back after the clone`,
    async () => ((await observeStart(host).catch(() => startedAt)) === startedAt ? undefined : true),
    { timeoutMs: 60_000, intervalMs: 250, signal: options.signal },
  );
  await waitForMysql(host, options);
}

async function observeStart(host: LabHost): Promise<string> {
  return (await host.exec(["pgrep", "-x", "mysqld"])).stdout.trim();
}
