import { message, type Plan } from "@primacy/contract";
import { clusterOf, idOf, operationOf, showBeforeConsole, vipOf } from "./console-page.fixture";
import { VipActions } from "./vip-actions";

/** A VIP of the agents that may go to the plugin; with `failing` in the fragment, a check stands against it. */
const isFailing = location.hash.includes("failing");
const cluster = clusterOf(["db1", "db2"]);
const vip = vipOf({ enabled: true });
const address = "10.77.0.100";
const step = (ordinal: number, title: Plan["steps"][number]["title"]): Plan["steps"][number] => ({
  ...{ ordinal, code: "vip.prove_free", hostId: null, hostName: null, title, preview: [] },
  isReversible: true,
});
const plan: Plan = {
  steps: [
    step(0, message("step.vip.provider", { address, provider: "greatdb_ha" })),
    step(1, message("step.vip.prove_free", { address })),
  ],
  consequences: [message("consequence.vip_to_plugin", { address, primary: "db1" })],
};
const failed = {
  ...{ code: "plugin_account", result: "fail", hostId: null, hostName: null },
  title: message("check.plugin_account.title"),
  evidence: message("check.plugin_account.fail"),
  remedy: message("check.plugin_account.remedy"),
  fix: null,
};
const report = { checks: isFailing ? [failed] : [], hasFailures: isFailing, estimates: [] };
const result = { report, plan: isFailing ? { steps: [], consequences: [] } : plan };
const checked = operationOf(93, "vip.check_migration", { result });
const problem = { type: "about:blank", title: "-", status: 503, code: "worker_absent", errors: [] };

showBeforeConsole(
  (method, path) => {
    if (method !== "GET")
      return path.endsWith("/check")
        ? { status: 202, body: { operation: checked } }
        : { status: 503, body: problem };
    if (path.endsWith(idOf(93))) return { status: 200, body: checked };
    return { status: 200, body: path.endsWith("/vips") ? { items: [vip] } : cluster };
  },
  <VipActions vip={vip} holderHostId={idOf(0)} />,
);
