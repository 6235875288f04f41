import { readdir, readFile } from "node:fs/promises";
import type { VipManagerObservation } from "@primacy/contract/agent";

const processNames: Readonly<Record<string, VipManagerObservation["kind"]>> = {
  keepalived: "keepalived",
  "vip-manager": "vip-manager",
  pacemakerd: "pacemaker",
  ucarp: "ucarp",
};
const keepalivedFile = "/etc/keepalived/keepalived.conf";
const addressPattern = /(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.])/g;

/** Other programs on this host that move addresses, running or configured. `variables` are the local server's. */
export async function findVipManagers(
  variables: Readonly<Record<string, string>>,
): Promise<VipManagerObservation[]> {
  const running = await listProcessNames();
  const found = Object.entries(processNames).flatMap(([name, kind]): VipManagerObservation[] =>
    running.has(name)
      ? [{ kind, isRunning: true, addresses: [], evidence: `a process ${name} is running` }]
      : [],
  );
  const keepalived = await readText(keepalivedFile);
  const configured = listVirtualAddresses(keepalived);
  const managers = found.map((manager) =>
    manager.kind === "keepalived" ? { ...manager, addresses: configured } : manager,
  );
  if (configured.length > 0 && !running.has("keepalived")) {
    const evidence = `${keepalivedFile} configures addresses`;
    managers.push({ kind: "keepalived", isRunning: false, addresses: configured, evidence });
  }
  return [...managers, ...findPlugin(variables)];
}

/** The addresses inside `virtual_ipaddress` blocks. */
function listVirtualAddresses(config: string): string[] {
  const blocks = config.matchAll(/virtual_ipaddress(?:_excluded)?\s*\{([^}]*)\}/g);
  return [...new Set([...blocks].flatMap((block) => block[1]?.match(addressPattern) ?? []))];
}

function findPlugin(variables: Readonly<Record<string, string>>): VipManagerObservation[] {
  const isOn = ["ON", "1"].includes((variables.greatdb_ha_enable_mgr_vip ?? "").toUpperCase());
  const hasPlugin = Object.keys(variables).some((name) => name.startsWith("greatdb_ha"));
  const values = [variables.greatdb_ha_mgr_vip_ip, variables.greatdb_ha_mgr_read_vip_ips];
  const addresses = values.flatMap((value) => value?.match(addressPattern) ?? []);
  return hasPlugin
    ? [{ kind: "greatdb_ha", isRunning: isOn, addresses, evidence: "the server has the greatdb_ha plugin" }]
    : [];
}

async function listProcessNames(): Promise<ReadonlySet<string>> {
  const entries = await readdir("/proc").catch(() => []);
  const pids = entries.filter((entry) => /^\d+$/.test(entry));
  const names = await Promise.all(pids.map((pid) => readText(`/proc/${pid}/comm`)));
  return new Set(names.map((name) => name.trim()));
}

async function readText(file: string): Promise<string> {
  return readFile(file, "utf8").catch(() => "");
}
