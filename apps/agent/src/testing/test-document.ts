import { defaultVipTimings } from "@primacy/contract";
import { type AgentDocument, agentProtocol } from "@primacy/contract/agent";

const id = (last: number): string => `0198f3f0-6d1e-7c3a-9f0e-${String(last).padStart(12, "0")}`;

/** A document of a cluster of two with one VIP, changed as the test needs. */
export function planTestDocument(change: Partial<AgentDocument> = {}): AgentDocument {
  return {
    protocol: agentProtocol,
    clusterId: id(1),
    clusterName: "orders",
    epoch: 5,
    hostId: id(11),
    hostName: "db1",
    mayAcquire: true,
    mysql: {
      serverUuid: id(21),
      address: "10.0.0.11",
      port: 3306,
      adminAddress: null,
      adminPort: null,
      user: "primacy_agent",
    },
    peers: [{ hostId: id(12), name: "db2", address: "10.0.0.12", port: 7433, macs: ["02:00:00:00:00:12"] }],
    vips: [
      {
        vipId: id(31),
        kind: "write",
        address: "10.0.0.100",
        prefixLength: 24,
        nic: "eth0",
        ports: [3306],
        maintenance: "none",
      },
    ],
    timings: defaultVipTimings,
    ...change,
  };
}
