import { familyOf, formatAddress, type VipRequest } from "@primacy/contract";
import type { OptionEdit } from "../option-file";
import {
  findVariableRule,
  isSameValue,
  listVariables,
  type PluginVariable,
  variablePrefix,
} from "./plugin-variables";
import type { PluginRelease } from "./version-rules";

/** What one variable is to be, by its full name. */
export interface PluginSetting {
  readonly name: string;
  readonly value: string;
  readonly isReadOnly: boolean;
}

/** Where the plugins of releases with a port of their own speak with each other: the manual's example, which nobody has registered. */
export const pluginPort = 18_888;

/**
 * What a member's plugin has to be set to for a write VIP, in the order in which it is set: what switches the plugin on comes last.
 * Variables that the release lacks are left out.
 */
export function desiredSettings(
  release: PluginRelease,
  { address, prefixLength, onRelease }: Pick<VipRequest, "address" | "prefixLength" | "onRelease">,
  nic: string,
): readonly PluginSetting[] {
  const values: Readonly<Record<string, string>> = {
    mgr_vip_ip: address,
    mgr_vip_nic: nic,
    mgr_vip_mask: toMask(address, prefixLength),
    port: String(pluginPort),
    mgr_exit_primary_kill_connection_mode: onRelease === "cut" ? "ON" : "OFF",
    enable_mgr_vip: "ON",
  };
  const known = listVariables(release);
  return Object.entries(values).flatMap(([name, value]) => {
    const found = known.find((one) => one.name === name);
    return found === undefined ? [] : [toSetting(found, value)];
  });
}

function toSetting({ name, isReadOnly }: PluginVariable, value: string): PluginSetting {
  return { name: `${variablePrefix}${name}`, value, isReadOnly };
}

/** IPv4 by its mask, IPv6 by the length of its prefix: the plugin's default would be refused there. */
export function toMask(address: string, prefixLength: number): string {
  if (familyOf(address) === 6) return String(prefixLength);
  const bits = prefixLength === 0 ? 0 : (0xffffffff << (32 - prefixLength)) >>> 0;
  return formatAddress([24, 16, 8, 0].map((shift) => (bits >>> shift) & 0xff));
}

/** The edits that put settings into an option file; a server without the plugin starts with them all the same. */
export function toEdits(settings: readonly PluginSetting[]): readonly OptionEdit[] {
  return settings.map(({ name, value }) => ({ kind: "set", name, value, isLoose: true }));
}

/** The settings that a server has otherwise, with what it has; null: it lacks the variable. */
export function findDeviations(
  wanted: readonly PluginSetting[],
  actual: Readonly<Record<string, string>>,
): readonly (PluginSetting & { readonly actual: string | null })[] {
  return wanted.flatMap((setting) => {
    const rule = findVariableRule(setting.name);
    const value = actual[setting.name];
    const isSame =
      value !== undefined &&
      (rule === null ? value === setting.value : isSameValue(rule, value, setting.value));
    return isSame ? [] : [{ ...setting, actual: value ?? null }];
  });
}

/**
 * What gives a plugin that is loaded again the values that it had before, what switches it on as the last. What an option file alone
 * sets, what belongs to the moment, such as the map of addresses, and what no release of the table has stay as the server gave them.
 */
export function settingsToRestore(
  before: Readonly<Record<string, string>>,
  now: Readonly<Record<string, string>>,
): readonly PluginSetting[] {
  const had = Object.entries(before).flatMap(([name, value]) => {
    const rule = findVariableRule(name);
    return rule === null || rule.isReadOnly || rule.isOfTheMoment ? [] : [toSetting(rule, value)];
  });
  const changed = findDeviations(had, now).map(({ actual: _, ...setting }) => setting);
  const isSwitch = ({ name }: PluginSetting): boolean => name === `${variablePrefix}enable_mgr_vip`;
  return [...changed.filter((one) => !isSwitch(one)), ...changed.filter(isSwitch)];
}
