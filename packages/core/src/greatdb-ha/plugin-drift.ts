import { type Message, message, type Vip } from "@primacy/contract";
import { quoteLiteral } from "../cluster/sql";
import { desiredSettings, findDeviations } from "./desired-settings";
import { installStatement } from "./plugin-statements";
import { variablePrefix } from "./plugin-variables";
import { findPluginRelease } from "./version-rules";

/** What one member's server says of its plugin. */
export interface PluginReading {
  readonly hostId: string | null;
  /** That of its host, else the member's address. */
  readonly name: string;
  readonly version: string;
  readonly versionComment: string;
  /** The plugin's variables by their full names; none where it is not loaded. */
  readonly variables: Readonly<Record<string, string>>;
}

/** How a member's plugin is not as it was planned for the VIP, and what to do about it; null where it is. */
export function judgePluginDrift(
  vip: Pick<Vip, "address" | "prefixLength" | "onRelease" | "nics">,
  { hostId, name: host, version, versionComment, variables }: PluginReading,
): Message | null {
  const { address } = vip;
  const nic = hostId === null ? undefined : vip.nics[hostId];
  if (Object.keys(variables).length === 0)
    return nic === undefined
      ? message("topology.plugin_joined", { host, address })
      : message("topology.plugin_unloaded", { host, address, command: installStatement });
  const sight = findPluginRelease(version, versionComment);
  if (sight.kind === "none") return null;
  // Of a member that came later, nobody planned an interface.
  const planned = desiredSettings(sight.release, vip, nic ?? variables[`${variablePrefix}mgr_vip_nic`] ?? "");
  const wrong = findDeviations(planned, variables);
  if (wrong.length === 0) return null;
  const deviations = wrong.map((one) => `${one.name} = ${one.actual ?? "-"}`).join(", ");
  const fixed = wrong.filter(({ isReadOnly }) => isReadOnly);
  if (fixed.length > 0) {
    const lines = fixed.map((one) => `${one.name} = ${one.value}`).join(", ");
    return message("topology.plugin_differs_fixed", { host, address, deviations, planned: lines });
  }
  const command = wrong.map((one) => `SET GLOBAL ${one.name} = ${quoteLiteral(one.value)}`).join("; ");
  return message("topology.plugin_differs", { host, address, deviations, command });
}
