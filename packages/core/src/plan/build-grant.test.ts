import { defaultVipTimings } from "@primacy/contract";
import { AddressGrant, type AgentDocument, agentProtocol } from "@primacy/contract/agent";
import { expect, it } from "vitest";
import { buildGrant } from "./build-grant";

const id = (last: number): string => `0198f3f0-6d1e-7c3a-9f0e-${String(last).padStart(12, "0")}`;

const vip: AgentDocument["vips"][number] = {
  vipId: id(31),
  kind: "write",
  address: "10.0.0.100",
  prefixLength: 24,
  nic: "eth0",
  ports: [3306],
  maintenance: "none",
};

const document: AgentDocument = {
  protocol: agentProtocol,
  clusterId: id(1),
  clusterName: "orders",
  epoch: 5,
  hostId: id(11),
  hostName: "db1",
  mayAcquire: false,
  mysql: {
    serverUuid: id(21),
    address: "10.0.0.11",
    port: 3306,
    adminAddress: null,
    adminPort: null,
    user: "primacy_agent",
  },
  peers: [],
  vips: [vip, { ...vip, vipId: id(32), address: "10.0.0.101", onRelease: "leave" }],
  timings: defaultVipTimings,
};

it("permits a host the addresses of its document alone, without their network, under the same epoch", () => {
  const permit = buildGrant(document);
  expect(AddressGrant.parse(permit)).toEqual({
    version: 1,
    hostId: id(11),
    clusterId: id(1),
    epoch: 5,
    maxLeaseSeconds: 5,
    vips: [
      {
        vipId: id(31),
        address: "10.0.0.100",
        prefixLength: 32,
        nic: "eth0",
        ports: [3306],
        onRelease: "cut",
      },
      {
        vipId: id(32),
        address: "10.0.0.101",
        prefixLength: 32,
        nic: "eth0",
        ports: [3306],
        onRelease: "leave",
      },
    ],
  });
});

it("permits the removal of what the document guards, and says nothing of the server there", () => {
  const guarded = {
    ...{ vipId: id(33), address: "10.0.0.102", prefixLength: 24, nic: "eth0" },
    labelForm: "greatdb_ha" as const,
  };
  const permit = buildGrant({ ...document, vips: [], guards: [{ ...guarded, serverPort: 3306 }] });
  expect(AddressGrant.parse(permit)).toMatchObject({ vips: [], guards: [guarded] });
});
