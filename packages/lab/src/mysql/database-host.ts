import type { LabHost } from "../host/lab-host";
import { enableService, installScript } from "../host/service";
import type { LabNames } from "../lab-names";
import type { DatabaseName } from "../roster";
import type { LabState } from "../state/lab-state";
import { FIRST_BOOT_FILE, firstBootConfig, planMysqlConfig } from "./mysql-config";

/**
 * Makes a running host a MySQL server: configuration, init script, start at boot. A server that has no data of its own yet
 * gets the first-boot file, which marks it as not configured. Safe to repeat.
 */
export async function ensureMysql(
  names: LabNames,
  host: LabHost,
  database: DatabaseName,
  state: LabState,
): Promise<void> {
  await host.writeFile("/etc/mysql/my.cnf", planMysqlConfig(names, database, state));
  await host.exec(["mkdir", "-p", "/etc/mysql/lab.d"]);
  const hasData = await host.tryExec(["test", "-e", "/var/lib/mysql/auto.cnf"]);
  if (hasData.exitCode !== 0) await host.writeFile(FIRST_BOOT_FILE, firstBootConfig);
  await installScript(host, "init-mysql", "/etc/init.d/mysql");
  await enableService(host, "mysql", 20);
}
