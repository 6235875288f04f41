import { at, clusterOf, idOf, showBeforeConsole, vipOf } from "./console-page.fixture";
import { VipActions } from "./vip-actions";

/** What may be done with a VIP that db1 holds; with `paused` in the fragment, with one that is paused there; with `read`, with a read VIP; with `plugin`, with one of the plugin. */
const isPaused = location.hash.includes("paused");
const isRead = location.hash.includes("read");
const isPlugin = location.hash.includes("plugin");
const reads = { policy: "to_primary", maxLagSeconds: 10 } as const;
const cluster = clusterOf(["db1", "db2"]);
const vip = vipOf({
  enabled: true,
  ...(isPlugin ? { provider: "greatdb_ha" } : {}),
  ...(isRead ? { kind: "read", reads } : {}),
  ...(isPaused ? { paused: { hostId: idOf(0), since: at } } : {}),
});
const problem = { type: "about:blank", title: "-", status: 503, code: "worker_absent", errors: [] };

showBeforeConsole(
  (method, path) =>
    method === "GET"
      ? { status: 200, body: path.endsWith("/vips") ? { items: [vip] } : cluster }
      : { status: 503, body: problem },
  <VipActions vip={vip} holderHostId={idOf(0)} />,
);
