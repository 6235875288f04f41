import { installStatement, uninstallStatement } from "./plugin-statements";

/** Where a server has the plugin: among what it runs, by the status that it shows there, and among what its next start loads. */
export interface PluginStand {
  /** Null: the server does not have it now. */
  readonly status: string | null;
  /** It is in the server's table of plugins. */
  readonly isListed: boolean;
}

/** Takes the plugin off the list of a server that does not have it: there, neither INSTALL nor UNINSTALL is possible. */
export const unlistStatement = "DELETE FROM mysql.plugin WHERE name = 'greatdb_ha'";

const leavingStatuses: readonly string[] = ["DELETING", "DELETED"];

/** Whether it is there in any way, also one that does nothing; a list of which the server loaded nothing does not count. */
export function isPresent({ status }: PluginStand): boolean {
  return status !== null;
}

/** Whether it serves, and will after the next start. */
export function isLoaded({ status, isListed }: PluginStand): boolean {
  return status === "ACTIVE" && isListed;
}

/** Whether it is unloaded already, and there only until nobody uses it any more. */
export function isLeaving({ status }: PluginStand): boolean {
  return status !== null && leavingStatuses.includes(status);
}

/** What loads the plugin. Where it is there otherwise than loaded, the server refuses that, and says why. */
export function statementsToLoad(stand: PluginStand): readonly string[] {
  if (isLoaded(stand)) return [];
  return isPresent(stand) || !stand.isListed ? [installStatement] : [unlistStatement, installStatement];
}

/** What unloads the plugin, whatever its status is, also one that an option file had the server load. */
export function statementsToUnload(stand: PluginStand): readonly string[] {
  if (isPresent(stand)) return [uninstallStatement];
  return stand.isListed ? [unlistStatement] : [];
}

/**
 * Whether a member has to be read-only to everybody, after it was not for the moment of a change: every secondary, and a member without
 * a role that was so before. A primary is not, whatever it was before.
 */
export function isToBeReadOnly(role: string | null, wasReadOnly: boolean): boolean {
  return role === "SECONDARY" || (role !== "PRIMARY" && wasReadOnly);
}
