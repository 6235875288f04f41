import { isRefusal, message } from "@primacy/contract";
import { type DiscoverySnapshot, judgeDiscovery } from "@primacy/core/cluster";
import { expect, it } from "vitest";
import { checkRegistration } from "./register-operation";

function snapshot(servesSeveral: boolean): DiscoverySnapshot {
  const clusters = [{ clusterId: "a", clusterName: "orders" }];
  return {
    seed: { address: "10.77.0.11", port: 3316, user: "root" },
    version: "9.7.4",
    groupName: "g",
    view: {
      observer: "u1",
      isSinglePrimary: true,
      members: [
        {
          serverUuid: "u1",
          host: "10.77.0.11",
          port: 3316,
          state: "ONLINE",
          role: "PRIMARY",
          version: "9.7.4",
        },
      ],
    },
    resolved: {},
    hosts: [{ hostId: "h1", name: "db1", addresses: ["10.77.0.11"], clusters, servesSeveral }],
    registeredAs: null,
    hasAccounts: false,
    missingPrivileges: [],
  };
}

it("a group on hosts of another cluster is registered where their agents serve several, and refused where not", () => {
  expect(checkRegistration(judgeDiscovery(snapshot(true)), null)).toBeNull();
  const refused = checkRegistration(judgeDiscovery(snapshot(false)), null);
  expect(isRefusal(refused) && refused.errors.map((one) => one.message)).toEqual([
    message("discovery.host_in_other_cluster", { host: "db1", cluster: "orders" }),
  ]);
});
