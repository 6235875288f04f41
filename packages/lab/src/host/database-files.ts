import { access } from "node:fs/promises";
import { join } from "node:path";
import type { LabNames } from "../lab-names";
import { FIRST_BOOT_FILE, firstBootConfig, planMysqlConfig } from "../mysql/mysql-config";
import { getHostDirectory } from "../paths";
import type { DatabaseName } from "../roster";
import type { LabState } from "../state/lab-state";
import { enable, putFile } from "./host-files";

/**
 * Writes the MySQL configuration of a database host into its upper folder; the host must be off. A server that
 * has no data of its own yet gets the first-boot file, which marks it as not configured.
 */
export async function prepareDatabaseFiles(
  names: LabNames,
  host: DatabaseName,
  state: LabState,
): Promise<void> {
  const upper = join(getHostDirectory(names.lab, host), "upper");
  const config = planMysqlConfig(names, host, state);
  await putFile(join(upper, "etc/mysql/my.cnf"), config);
  const hasData = await access(join(upper, "var/lib/mysql/auto.cnf")).then(
    () => true,
    () => false,
  );
  if (!hasData) await putFile(join(upper, FIRST_BOOT_FILE), firstBootConfig);
  await enable(upper, "mysql", 20);
}
