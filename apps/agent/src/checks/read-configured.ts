import { findConfiguredValue } from "./option-files";

/** What they will be after a restart decides whether a server that comes back alone is writable. */
export const restartVariables = [
  "super_read_only",
  "group_replication_start_on_boot",
  "group_replication_bootstrap_group",
] as const;

/** What the option files at their usual places give these variables; null where none names it. Never throws. */
export async function readConfigured(): Promise<Record<string, string | null>> {
  const found = restartVariables.map(async (name) => [name, await findConfiguredValue(name)] as const);
  return Object.fromEntries(await Promise.all(found));
}
