import { listAddresses } from "@primacy/contract";
import type { VipManagerObservation } from "@primacy/contract/agent";
import { type HostProcess, listOptionValues, listProcesses } from "./list-processes";
import { findKeepalivedInclude, parseKeepalived } from "./parse-keepalived";
import { findInterfacesInclude, parseCib, parseInterfaces, parseVipManager } from "./parse-manager-config";
import { readWithIncludes } from "./read-with-includes";

/** A program that moves addresses, and where it says which. */
interface ManagerSource {
  readonly kind: Exclude<VipManagerObservation["kind"], "greatdb_ha">;
  readonly processName: string;
  readonly file: string;
  /** Options of its command line that name another file. */
  readonly fileOptions: readonly string[];
  readonly addressOptions: readonly string[];
  readonly findInclude: (line: string) => string | null;
  readonly parse: (text: string) => readonly string[];
}

const sources: readonly ManagerSource[] = [
  {
    kind: "keepalived",
    processName: "keepalived",
    file: "/etc/keepalived/keepalived.conf",
    fileOptions: ["-f", "--use-file"],
    addressOptions: [],
    findInclude: findKeepalivedInclude,
    parse: parseKeepalived,
  },
  {
    kind: "vip-manager",
    processName: "vip-manager",
    file: "/etc/default/vip-manager.yml",
    fileOptions: ["-config", "--config"],
    addressOptions: ["-ip", "--ip"],
    findInclude: () => null,
    parse: parseVipManager,
  },
  {
    kind: "pacemaker",
    processName: "pacemakerd",
    file: "/var/lib/pacemaker/cib/cib.xml",
    fileOptions: [],
    addressOptions: [],
    findInclude: () => null,
    parse: parseCib,
  },
  {
    kind: "ucarp",
    processName: "ucarp",
    file: "/etc/network/interfaces",
    fileOptions: [],
    addressOptions: ["-a", "--addr"],
    findInclude: findInterfacesInclude,
    parse: parseInterfaces,
  },
];

/**
 * Other programs on this host that move addresses, running or configured. One that runs and has no addresses keeps them
 * where nobody looks. `variables` are the local server's; `root` is `/` on a host.
 */
export async function findVipManagers(
  variables: Readonly<Record<string, string>>,
  root = "/",
): Promise<VipManagerObservation[]> {
  const names = sources.map((source) => source.processName);
  const processes = await listProcesses(names, root);
  const found = await Promise.all(
    sources.map((source) => {
      const own = processes.filter((one) => one.name === source.processName);
      return findManager(source, own, root);
    }),
  );
  return [...found.flat(), ...findPlugin(variables)];
}

async function findManager(
  source: ManagerSource,
  processes: readonly HostProcess[],
  root: string,
): Promise<VipManagerObservation[]> {
  // Root's hands read it: what another user names may be anything.
  const named = processes.flatMap(({ isOfRoot, args }) =>
    isOfRoot ? listOptionValues(args, source.fileOptions) : [],
  );
  const files = named.length > 0 ? [...new Set(named)] : [source.file];
  const configured = await Promise.all(
    files.map(async (file) => ({
      file,
      addresses: source.parse(await readWithIncludes(file, { ...source, root })),
    })),
  );
  const ordered = processes.flatMap(({ args }) =>
    listOptionValues(args, source.addressOptions).flatMap(listAddresses),
  );
  const addresses = [...new Set([...ordered, ...configured.flatMap((one) => one.addresses)])];
  if (processes.length === 0 && addresses.length === 0) return [];
  const evidence = [
    ...processes.map(({ pid }) => `pid ${pid}`),
    ...configured.filter((one) => one.addresses.length > 0).map((one) => one.file),
  ];
  return [{ kind: source.kind, isRunning: processes.length > 0, addresses, evidence: evidence.join(", ") }];
}

/** The server's own plugin that moves addresses, by the server's variables. */
export function findPlugin(variables: Readonly<Record<string, string>>): VipManagerObservation[] {
  const value = variables.greatdb_ha_enable_mgr_vip ?? "";
  const isOn = ["ON", "1"].includes(value.toUpperCase());
  const hasPlugin = Object.keys(variables).some((name) => name.startsWith("greatdb_ha"));
  const values = [variables.greatdb_ha_mgr_vip_ip, variables.greatdb_ha_mgr_read_vip_ips];
  const addresses = values.flatMap((one) => listAddresses(one ?? ""));
  const evidence = `greatdb_ha_enable_mgr_vip = ${value}`;
  return hasPlugin ? [{ kind: "greatdb_ha", isRunning: isOn, addresses, evidence }] : [];
}
