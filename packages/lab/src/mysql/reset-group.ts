import { LabError } from "../errors";
import { heal } from "../fault/heal";
import type { LabHost } from "../host/lab-host";
import type { Lab } from "../lab";
import { recoverProxies } from "../lab-parts";
import type { DatabaseName } from "../roster";
import { type EnsureGroupOptions, ensureGroup, ensurePrimary } from "./ensure-group";
import { rejoinBlind } from "./rejoin-blind";
import { isGroupWhole } from "./whole-group";

const ATTEMPTS = 3;

/** What a reset shall come to, and what is known before it. */
export interface ResetGroupOptions extends EnsureGroupOptions {
  readonly primary?: DatabaseName;
}

/**
 * Heals the lab and brings its group back to all members ONLINE with `primary` (db1) as primary, whatever had been
 * done to it, and its proxies to lead there. A group that every member shows as that is left alone. It takes seconds as
 * a rule, some three minutes where the group has to be founded anew after waiting for it, and more where it falls apart
 * again, which is mended twice.
 * Throws LabError when a part of it takes longer than its limit.
 */
export async function resetGroup(lab: Lab, options: ResetGroupOptions = {}): Promise<void> {
  await heal(lab, options);
  const databases = lab.hosts.filter((host) => host.kind === "database");
  if (!lab.state.parts.includes("mysql") || databases.length === 0) return;
  const wanted = lab.host(options.primary ?? "db1");
  if (!(await isGroupWhole(databases, wanted, lab.state, options)))
    await mend(lab, databases, wanted, options);
  await recoverProxies(lab, wanted, options.signal);
}

async function mend(
  lab: Lab,
  databases: readonly LabHost[],
  wanted: LabHost,
  options: EnsureGroupOptions,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    await ensureGroup(databases, lab.state, attempt === 1 ? options : { ...options, isLost: false });
    try {
      return await ensurePrimary(databases, wanted, options);
    } catch (cause) {
      // A group that looked whole can fall apart again within seconds: others that hold connections to the old
      // incarnation of a server that was killed and joined again call the new one unreachable.
      const isAgain = cause instanceof LabError && cause.code === "not_observed" && attempt < ATTEMPTS;
      if (!isAgain) throw cause;
      options.onProgress?.(`${cause.message} Mending it again.`);
      await rejoinBlind(databases, options);
    }
  }
}
