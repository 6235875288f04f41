import { LabError } from "../errors";
import { heal } from "../fault/heal";
import type { LabHost } from "../host/lab-host";
import type { Lab } from "../lab";
import { recoverProxies } from "../lab-parts";
import type { DatabaseName } from "../roster";
import { ensureGroup, ensurePrimary } from "./ensure-group";
import type { GroupOptions } from "./group";
import { isGroupWhole } from "./whole-group";

const ATTEMPTS = 3;

/**
 * Heals the lab and brings its group back to all members ONLINE with `primary` (db1) as primary, whatever had been
 * done to it, and its proxies to lead there. A group that every member shows as that is left alone. It takes seconds as
 * a rule, some three minutes where the group has to be founded anew after waiting for it, and more where it falls apart
 * again, which is mended twice.
 * Throws LabError when a part of it takes longer than its limit.
 */
export async function resetGroup(
  lab: Lab,
  options: GroupOptions & { readonly primary?: DatabaseName } = {},
): Promise<void> {
  await heal(lab, options);
  const databases = lab.hosts.filter((host) => host.kind === "database");
  if (!lab.state.parts.includes("mysql") || databases.length === 0) return;
  const wanted = lab.host(options.primary ?? "db1");
  if (!(await isGroupWhole(databases, wanted, lab.state, options)))
    await mend(lab, databases, wanted, options);
  await recoverProxies(lab, options.signal);
}

async function mend(
  lab: Lab,
  databases: readonly LabHost[],
  wanted: LabHost,
  options: GroupOptions,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    await ensureGroup(databases, lab.state, options);
    try {
      return await ensurePrimary(databases, wanted, options);
    } catch (cause) {
      // A group that looked whole can fall apart again within seconds: others that hold connections to the old
      // incarnation of a server that was killed and joined again call the new one unreachable.
      const isAgain = cause instanceof LabError && cause.code === "not_observed" && attempt < ATTEMPTS;
      if (!isAgain) throw cause;
      options.onProgress?.(`${cause.message} Mending it again.`);
    }
  }
}
