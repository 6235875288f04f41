import type { Vip } from "@primacy/contract";
import type { KnownCluster } from "./preview-plan";

const id = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;

/** Two members on two hosts, not in the order in which people count. */
export const knownCluster: KnownCluster = {
  id: id(9),
  name: "main",
  epoch: 4,
  members: [10, 2].map((n) => ({
    id: id(n),
    clusterId: id(9),
    serverUuid: id(n),
    address: `10.77.0.${n}`,
    port: 3306,
    hostId: id(n),
    hostName: `db${n}`,
  })),
};

/** The write VIP of that cluster, in force. */
export const knownVip: Vip = {
  id: id(8),
  clusterId: id(9),
  provider: "agent",
  kind: "write",
  address: "10.77.0.100",
  prefixLength: 24,
  port: 3306,
  nics: { [id(2)]: "eth0", [id(10)]: "eth0" },
  onRelease: "cut",
  enabled: true,
  revision: 1,
  createdAt: "",
  updatedAt: "",
};
