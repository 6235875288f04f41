/** The statement that loads the plugin; the server writes it down, so that its next start loads it too. */
export const installStatement = "INSTALL PLUGIN greatdb_ha SONAME 'greatdb_ha.so'";
/** The statement that unloads it. `enable_mgr_vip=OFF` would leave the address where it is. */
export const uninstallStatement = "UNINSTALL PLUGIN greatdb_ha";

/**
 * A change of the list of plugins with all that is said around it: the list is a table that a secondary has read-only, and no change of
 * it is replicated.
 */
export function listStatements(change: string, isPrimary: boolean): readonly string[] {
  const around = (value: "OFF" | "ON"): readonly string[] =>
    isPrimary ? [] : [`SET GLOBAL super_read_only = ${value}`];
  return ["SET SESSION sql_log_bin = 0", ...around("OFF"), change, ...around("ON")];
}

/** The statement that has the plugin of a primary begin anew; the variable reads `OFF` again at once. */
export const forceStatement = "SET GLOBAL greatdb_ha_force_change_mgr_vip = ON";
