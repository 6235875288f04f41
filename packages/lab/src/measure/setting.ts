import type { Cluster, Host } from "@primacy/contract";
import type { ApiClient } from "@primacy/contract/api";
import { awaitSuccess } from "../console/operations";
import { registerLab } from "../console/register-lab";
import { LabError } from "../errors";
import type { Lab } from "../lab";
import { type DatabaseName, databaseNames, type HostName } from "../roster";

/** A lab under a console, with a write VIP on its group: what every measurement needs. */
export interface MeasureSetting {
  readonly api: ApiClient;
  readonly lab: Lab;
  readonly cluster: Cluster;
  readonly hosts: readonly Host[];
  readonly vipAddress: string;
  readonly say: (line: string) => void;
}

/**
 * Registers the lab where it is not, with the hosts that load comes from, and configures the VIP `.100` of its network where it is not; for the
 * `plugin`, the administrator's account is kept instead, and no VIP is configured. Throws ApiProblem or LabError.
 */
export async function prepareSetting(
  api: ApiClient,
  lab: Lab,
  say: (line: string) => void,
  loadHosts: readonly HostName[] = [],
  isForPlugin = false,
): Promise<MeasureSetting> {
  const options = {
    ...{ clusterName: "measured", loadHosts, onProgress: say },
    keepCredentials: isForPlugin,
  };
  const { cluster, hosts } = await registerLab(api, lab, options);
  const vipAddress = lab.host("db1").address.replace(/\.\d+$/, ".100");
  const { items } = await api.call("listVips", { params: { id: cluster.id } });
  if (items.length === 0 && !isForPlugin) {
    const { operation } = await api.call("applyVip", {
      params: { id: cluster.id },
      body: { address: vipAddress, prefixLength: 24 },
    });
    await awaitSuccess(api, operation.id, { onStep: say });
  }
  return { api, lab, cluster, hosts, vipAddress, say };
}

/** The registered member on a lab host. Throws LabError where the console does not know it. */
export function memberOn(setting: MeasureSetting, host: string): Cluster["members"][number] {
  const member = setting.cluster.members.find((one) => one.hostName === host);
  if (member === undefined) throw new LabError("host_unknown", `The console knows no member on ${host}.`);
  return member;
}

/** The registered member that is the primary now. Throws LabError where the group has none. */
export async function findPrimaryMember(setting: MeasureSetting): Promise<Cluster["members"][number]> {
  const primary = await setting.lab.findPrimary();
  if (primary === null) throw new LabError("group_not_ready", "The group has no primary.");
  return memberOn(setting, primary.name);
}

/** The database host after the present primary, in turn: where the next switchover leads. */
export async function findNextPrimary(setting: MeasureSetting): Promise<DatabaseName> {
  const primary = await setting.lab.findPrimary();
  const at =
    databaseNames.filter((name) => name === primary?.name).map((name) => databaseNames.indexOf(name))[0] ??
    -1;
  return databaseNames[(at + 1) % databaseNames.length] ?? "db1";
}

/** Versions of everything that took part, one line each. */
export async function observeVersions(lab: Lab): Promise<string[]> {
  const ask = async (host: "db1" | "px1" | "app1", argv: readonly string[]): Promise<string> => {
    const { stdout, stderr } = await lab.host(host).tryExec(argv, { timeoutMs: 10_000 });
    return (stdout || stderr).split("\n")[0] ?? "";
  };
  return Promise.all([
    ask("db1", ["/usr/sbin/mysqld", "--version"]),
    ask("px1", ["mysqlrouter", "--version"]),
    ask("px1", ["haproxy", "-v"]),
    ask("px1", ["keepalived", "--version"]),
    ask("app1", ["sysbench", "--version"]),
    Promise.resolve(
      `node ${process.version}, linux ${(await lab.host("db1").exec(["uname", "-r"])).stdout.trim()}`,
    ),
  ]);
}
