import { agentProtocol } from "@primacy/contract/agent";
import { ownsKernel } from "../host-machine/owns-kernel";

/** Filled in by the build: package version and a hash of the sources that it was made from. */
declare const PRIMACY_AGENT_VERSION: string | undefined;

/** The version of this agent, for example `0.1.0+3f9ac1d2e0b4`; `0.0.0+source` when run from source. */
export const agentVersion: string =
  typeof PRIMACY_AGENT_VERSION === "string" ? PRIMACY_AGENT_VERSION : "0.0.0+source";

declare const PRIMACY_AGENT_PROTOCOL: number | undefined;

/** The protocol that this agent speaks. A build can be made that speaks an older one, for tests of the console. */
export const spokenProtocol: number =
  typeof PRIMACY_AGENT_PROTOCOL === "number" ? PRIMACY_AGENT_PROTOCOL : agentProtocol;

/** Consoles and agents of the release before ask for these before they make use of them; `own_kernel` is true of the host itself. */
export function listAbilities(): string[] {
  return [...abilities, ...(ownsKernel() ? ["own_kernel"] : [])];
}

const abilities: readonly string[] = [
  "connect",
  "silence",
  "drain",
  "read_vip",
  "permit",
  "ipv6_vip",
  "clusters",
  "rivals",
  "read_vip_preference",
  "load_tools",
  "load_program",
  "host_samples",
  "proxy_programs",
  "role_check",
  "host_machine",
  "drop_caches",
  "host_fault",
  "host_fault_more",
  "host_fault_proxy",
  "drill_probe",
  "drill_read_probe",
  "host_fault_load",
  "host_fault_disk",
  "plugin_host",
  "plugin_path",
  "next_start",
  "plugin_guard",
  "plugin_library",
];
