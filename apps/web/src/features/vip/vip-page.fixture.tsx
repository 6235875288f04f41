import type { Vip } from "@primacy/contract";
import { hostIds, reads } from "../topology/topology.fixture";
import {
  at,
  clusterId,
  clusterOf,
  idOf,
  operationOf,
  showBeforeConsole,
  vipOf,
} from "./console-page.fixture";
import { VipPage } from "./vip-page";

/** The page of a cluster with one VIP for writes and two for reads, of which the last was added first; with `viewer`, as a viewer sees it. */
const cluster = clusterOf(Object.keys(hostIds));
const topology = { ...reads, clusterId };
const vips = reads.vips.map(
  ({ vipId, kind, reads: rules, address, port, prefixLength }): Vip => ({
    ...vipOf({ enabled: true }),
    ...{ id: vipId, kind, address, port, prefixLength },
    ...(rules === undefined ? {} : { reads: rules }),
  }),
);
const problem = { type: "about:blank", title: "-", status: 503, code: "worker_absent", errors: [] };
const checking = operationOf(93, "vip.check", { createdAt: at, state: "running", finishedAt: null });

function answer(method: string, path: string): { readonly status: number; readonly body: object } {
  if (path.endsWith("/topology")) return { status: 200, body: topology };
  if (method === "GET" && path.endsWith("/vips"))
    return { status: 200, body: { items: vips.toReversed(), nextCursor: null } };
  if (method === "GET") return { status: 200, body: path.endsWith(idOf(93)) ? checking : cluster };
  return path.endsWith("/check")
    ? { status: 202, body: { operation: checking } }
    : { status: 503, body: problem };
}

showBeforeConsole(
  answer,
  <VipPage clusterId={clusterId} />,
  location.hash.includes("viewer") ? "viewer" : "operator",
);
