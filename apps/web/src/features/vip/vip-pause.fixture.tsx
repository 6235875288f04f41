import { message, type Plan } from "@primacy/contract";
import { at, clusterOf, idOf, operationOf, showBeforeConsole, vipOf } from "./console-page.fixture";
import { VipActions } from "./vip-actions";

/**
 * What may be done with a VIP that db1 holds; with `paused` in the fragment, with one that is paused there; with `read`, with a read VIP; with
 * `plugin`, with one of the plugin, whose removal shows the lines of each option file with `looked`, and without them with `unlooked`.
 */
const has = (word: string): boolean => location.hash.includes(word);
const reads = { policy: "to_primary", maxLagSeconds: 10 } as const;
const cluster = clusterOf(["db1", "db2"]);
const vip = vipOf({
  enabled: true,
  ...(has("plugin") ? { provider: "greatdb_ha" } : {}),
  ...(has("read") ? { kind: "read", reads } : {}),
  ...(has("paused") ? { paused: { hostId: idOf(0), since: at } } : {}),
});
const problem = { type: "about:blank", title: "-", status: 503, code: "worker_absent", errors: [] };
const file = "/etc/mysql/mysql.conf.d/mysqld.cnf";
const diff = `--- ${file}\n@@ 31 @@\n- loose_greatdb_ha_enable_mgr_vip = ON\n- loose_greatdb_ha_mgr_vip_ip = 10.77.0.100\n- loose_greatdb_ha_mgr_vip_nic = eth0`;
const dropIn = "/etc/systemd/system/mysql.service.d/primacy-greatdb-ha.conf";
const step = (
  ordinal: number,
  code: string,
  hostName: string | null,
  rest: Pick<Plan["steps"][number], "title" | "preview">,
): Plan["steps"][number] => ({ ordinal, code, hostId: null, hostName, isReversible: true, ...rest });
const plan: Plan = {
  steps: ["db2", "db1"].flatMap((host, n) => [
    step(2 * n, "plugin.unload", host, {
      title: message("step.plugin.unload", { host }),
      preview: [{ kind: "sql", text: "UNINSTALL PLUGIN greatdb_ha" }],
    }),
    step(2 * n + 1, "plugin.file", host, {
      title: message("step.plugin.file", { host, file }),
      preview: [{ kind: "document", text: diff }],
    }),
  ]),
  consequences: [
    message("consequence.vip_gone", { address: vip.address, port: vip.port }),
    message("consequence.plugin_capabilities_removed", { host: "db1", file: dropIn }),
  ],
};
const looked = operationOf(93, "vip.check_removal", { result: plan });
const unlooked = operationOf(94, "vip.check_removal", {
  state: "failed",
  problem: {
    ...{ ...problem, code: "agent_timeout", requestId: "-" },
    message: message("failure.agent_timeout", { host: "db2", seconds: 20, call: "status" }),
  },
});

function answer(method: string, path: string): { readonly status: number; readonly body: object } {
  if (method !== "GET") {
    if (!path.endsWith("/removal/check") || !has("looked")) return { status: 503, body: problem };
    return { status: 202, body: { operation: has("unlooked") ? unlooked : looked } };
  }
  if (path.endsWith(idOf(93))) return { status: 200, body: looked };
  if (path.endsWith(idOf(94))) return { status: 200, body: unlooked };
  return { status: 200, body: path.endsWith("/vips") ? { items: [vip] } : cluster };
}

showBeforeConsole(answer, <VipActions vip={vip} holderHostId={idOf(0)} />);
