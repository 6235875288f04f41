import { type Cluster, ClusterChange, Role } from "@primacy/contract";
import { clusterId, clusterOf, showBeforeConsole } from "../vip/console-page.fixture";
import { MarkProduction } from "./mark-production";

/** The mark of a cluster, as somebody of the role in the fragment sees it (`role=admin`); with `marked` it is one of production. */
const asked = new URLSearchParams(location.hash.slice(1));
let cluster: Cluster = { ...clusterOf(["db1", "db2", "db3"]), isProduction: asked.has("marked") };

showBeforeConsole(
  (method, _path, text) => {
    if (method === "PATCH")
      cluster = { ...cluster, isProduction: ClusterChange.parse(JSON.parse(text)).isProduction === true };
    return { status: 200, body: cluster };
  },
  <MarkProduction clusterId={clusterId} />,
  Role.parse(asked.get("role")),
);
