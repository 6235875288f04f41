import { heal } from "../fault/heal";
import type { Lab } from "../lab";
import type { DatabaseName } from "../roster";
import { ensureGroup, ensurePrimary } from "./ensure-group";
import type { GroupOptions } from "./group";

/**
 * Heals the lab and brings its group back to all members ONLINE with `primary` (db1) as primary, whatever had been
 * done to it: seconds as a rule, up to some three minutes where the group has to be founded anew after waiting for
 * it. Throws LabError when a part of it takes longer than its limit.
 */
export async function resetGroup(
  lab: Lab,
  options: GroupOptions & { readonly primary?: DatabaseName } = {},
): Promise<void> {
  await heal(lab, options);
  const databases = lab.hosts.filter((host) => host.kind === "database");
  if (!lab.state.parts.includes("mysql") || databases.length === 0) return;
  await ensureGroup(databases, lab.state, options);
  await ensurePrimary(databases, lab.host(options.primary ?? "db1"), options);
}
