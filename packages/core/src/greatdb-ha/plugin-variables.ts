import { isIpv4, isIpv6, listAddresses } from "@primacy/contract";
import { isFrom, type PluginRelease, pluginReleases } from "./version-rules";

/** What values a variable takes. Lengths are in characters. */
type ValueRule =
  | { readonly kind: "switch" }
  | { readonly kind: "number"; readonly min: number; readonly max: number }
  | { readonly kind: "choice"; readonly choices: readonly string[] }
  | { readonly kind: "text"; readonly isFit: (value: string) => boolean };

/** One variable of the plugin. */
export interface PluginVariable {
  /** Without `greatdb_ha_`. */
  readonly name: string;
  readonly since: string;
  /** The last release that has it; null: the newest has it still. */
  readonly until: string | null;
  /** Set by an option file before the plugin is loaded, and by nothing else. */
  readonly isReadOnly: boolean;
  /** It belongs to no option file: the plugin takes it back, or the primary alone has it. */
  readonly isOfTheMoment: boolean;
  readonly rule: ValueRule;
}

/** What the names of the plugin's variables begin with. */
export const variablePrefix = "greatdb_ha_";

/** The longest name of an interface that the plugin takes. */
export const longestNicName = 12;

const mostReadVips = 61;
const text = (isFit: (value: string) => boolean): ValueRule => ({ kind: "text", isFit });
const isAddress = (value: string): boolean => value === "" || isIpv4(value) || isIpv6(value);
const isPort = (value: string): boolean =>
  /^\d{1,5}$/.test(value) && Number(value) >= 1 && Number(value) <= 65_535;
const isPrefixLength = (value: string): boolean => /^\d{1,3}$/.test(value) && Number(value) <= 128;
const oldest = pluginReleases[0]?.name ?? "";

type Exceptions = Partial<Omit<PluginVariable, "name" | "rule">>;

function variable(name: string, rule: ValueRule, exceptions: Exceptions = {}): PluginVariable {
  return { name, rule, since: oldest, until: null, isReadOnly: false, isOfTheMoment: false, ...exceptions };
}

/** Every variable of every release. Read VIPs, the port and what belongs to them came with 8.0.32-25. */
export const pluginVariables: readonly PluginVariable[] = [
  variable("enable_mgr_vip", { kind: "switch" }),
  variable("mgr_vip_ip", text(isAddress)),
  variable(
    "mgr_vip_nic",
    text((value) => value.length <= longestNicName),
  ),
  variable(
    "mgr_vip_mask",
    text((value) => isIpv4(value) || isPrefixLength(value)),
  ),
  variable(
    "mgr_vip_label",
    text((value) => /^[0-9a-zA-Z]?$/.test(value)),
    { since: "8.4.4-4" },
  ),
  variable("mgr_vip_broad", text(isIpv4), { until: "8.0.32-27" }),
  variable("force_change_mgr_vip", { kind: "switch" }, { isOfTheMoment: true }),
  variable(
    "mgr_read_vip_ips",
    text((value) => listAddresses(value).length <= mostReadVips),
    { since: "8.0.32-25" },
  ),
  variable(
    "mgr_read_vip_floating_type",
    { kind: "choice", choices: ["TO_PRIMARY", "TO_ANOTHER_SECONDARY"] },
    { since: "8.0.32-25" },
  ),
  variable("send_arp_packge_times", { kind: "number", min: 3, max: 20 }, { since: "8.0.32-25" }),
  variable("port", text(isPort), { since: "8.0.32-25", until: "8.4.4-4", isReadOnly: true }),
  variable("force_wait_timeout", { kind: "number", min: 3, max: 3_600 }, { since: "8.4.4-5" }),
  variable("gateway_address", text(isAddress), { since: "8.0.32-25" }),
  variable(
    "vip_tope",
    text(() => true),
    { since: "8.0.32-25", isOfTheMoment: true },
  ),
  variable("mgr_exit_primary_kill_connection_mode", { kind: "switch" }, { since: "8.0.32-25" }),
];

/** The variables that a release of the plugin has. */
export function listVariables(release: PluginRelease): readonly PluginVariable[] {
  return pluginVariables.filter(({ since, until }) => {
    if (!isFrom(release, since)) return false;
    const last = pluginReleases.find(({ name }) => name === until);
    return last === undefined || isFrom(last, release.name);
  });
}

/** The variable of this full name; null where no release has one. */
export function findVariableRule(fullName: string): PluginVariable | null {
  return pluginVariables.find(({ name }) => `${variablePrefix}${name}` === fullName) ?? null;
}

/** Whether the plugin would take the value. */
export function isValueFit({ rule }: PluginVariable, value: string): boolean {
  switch (rule.kind) {
    case "switch":
      return /^(0|1|on|off|true|false)$/i.test(value);
    case "number":
      return /^\d+$/.test(value) && Number(value) >= rule.min && Number(value) <= rule.max;
    case "choice":
      return rule.choices.includes(value.toUpperCase());
    case "text":
      return rule.isFit(value);
  }
}

/** Whether the server has a variable as it is wanted: switches are the same however they are written. */
export function isSameValue({ rule }: PluginVariable, a: string, b: string): boolean {
  if (rule.kind === "switch") return isOn(a) === isOn(b);
  return rule.kind === "choice" ? a.toUpperCase() === b.toUpperCase() : a === b;
}

/** What a switch is set to. */
export function isOn(value: string): boolean {
  return /^(1|on|true)$/i.test(value);
}
