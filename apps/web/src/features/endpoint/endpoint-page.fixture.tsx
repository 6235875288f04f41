import { bare, calm } from "../topology/topology.fixture";
import { TopologyPage } from "../topology/topology-page";
import { at, idOf, showBeforeConsole } from "../vip/console-page.fixture";
import { manyWays, unlistedWays, unverifiedWays, ways, wrongWays } from "./endpoint.fixture";

/** The page of a topology with proxies (`#calm`, `#many`, `#wrong`, `#unverified`, `#unlisted`, `#broken`, `#bare`: without a VIP), as a viewer with `viewer`. */
const asked = location.hash.slice(1).split("&");
const shows = { wrong: wrongWays, unverified: unverifiedWays, unlisted: unlistedWays, many: manyWays };
const [, shown = ways] = Object.entries(shows).find(([name]) => asked.includes(name)) ?? [];
const topology = asked.includes("bare") ? bare : calm;
const stored = {
  id: idOf(731),
  clusterId: topology.clusterId,
  name: "F5",
  address: "10.86.0.60",
  port: 3306,
  purpose: "write",
  createdAt: at,
};

function answer(method: string, path: string): { readonly status: number; readonly body: object } {
  if (method === "POST") return { status: 201, body: stored };
  if (method === "DELETE") return { status: 204, body: {} };
  if (path.endsWith("/topology")) return { status: 200, body: topology };
  if (path.endsWith("/endpoints") && asked.includes("broken")) return { status: 500, body: {} };
  if (path.endsWith("/endpoints"))
    return {
      status: 200,
      body: { items: shown.filter(({ way }) => way !== "write_vip" || topology.vips.length > 0) },
    };
  return { status: 200, body: { items: [], nextCursor: null } };
}

showBeforeConsole(
  answer,
  <TopologyPage clusterId={topology.clusterId} />,
  asked.includes("viewer") ? "viewer" : "operator",
);
