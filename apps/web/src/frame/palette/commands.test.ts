import { message, type Role, type Topology, type Vip } from "@primacy/contract";
import { type Endpoint, type EndpointName, endpoints } from "@primacy/contract/api";
import { expect, test } from "vitest";
import { clusterOrders, clusterTabs } from "../../features/screens";
import { calm, hostIds, reads, withVip } from "../../features/topology/topology.fixture";
import { clusterSection } from "./cluster-commands";
import { allowedTo, type Command } from "./command";
import { hostSection, placeSection } from "./place-commands";

const at = "2026-11-22T05:00:00.000Z";
const enabled: Vip = {
  id: "v",
  clusterId: "c",
  provider: "agent",
  kind: "write",
  address: "10.77.0.100",
  prefixLength: 24,
  port: 3306,
  nics: {},
  onRelease: "cut",
  enabled: true,
  revision: 1,
  createdAt: at,
  updatedAt: at,
};
const members = calm.hosts.flatMap(({ name, members: placed }) =>
  placed.map(({ memberId, serverUuid, address, port }) => ({
    id: memberId,
    clusterId: "c",
    serverUuid,
    address,
    port,
    hostId: null,
    hostName: name,
  })),
);
function held(state: "HOLDING" | "MAINT"): Topology {
  const agent = { isBound: false, reasons: [], lastProofs: [] };
  return withVip({
    agents: [
      { ...agent, hostId: hostIds.db1, state },
      { ...agent, hostId: hostIds.db2, state: "STANDBY" },
    ],
  });
}
const picture = held("HOLDING");
const cluster = { id: "c", name: "orders", members };
const host = { id: "h", name: "db1", address: "10.77.0.11", hasCredential: true };

const operatorOf = (state: "off" | "running") => ({ state, openActions: 0, failedUndos: [] });

/** What a role is offered: of a cluster with these VIPs and picture, of hosts with an agent and one without, and elsewhere. */
function offered(role: Role, vip: Vip | readonly Vip[] | undefined, topology?: Topology): readonly Command[] {
  const vips = vip === undefined ? undefined : [vip].flat();
  const hosts = [
    { ...host, agentState: "answering" as const, agentVersion: "0.1.0", operator: operatorOf("off") },
    {
      ...host,
      id: "o",
      agentState: "answering" as const,
      agentVersion: "0.1.0",
      operator: operatorOf("running"),
    },
    { ...host, id: "i", agentState: "none" as const, agentVersion: null, operator: null },
  ];
  const sections = [clusterSection({ cluster, vips, topology }), placeSection, hostSection(hosts)];
  return allowedTo(role, sections).flatMap(({ commands }) => commands);
}

const wordsOf = (commands: readonly Command[]): readonly string[] => [
  ...new Set(commands.map(({ word }) => word)),
];

test("a viewer is led to every page that is for viewers, and is offered nothing that changes what is managed", () => {
  expect(wordsOf(offered("viewer", enabled, picture))).toEqual([
    ...clusterTabs.map(({ title }) => title),
    ...["clusters", "hosts", "operations"],
    ...["profile", "sessions", "tokens", "createToken", "signOut", "host"],
  ]);
});

test("an operator is offered besides what operators do, and nothing that is for administrators", () => {
  const viewers = wordsOf(offered("viewer", enabled, picture));
  const more = wordsOf(offered("operator", enabled, picture)).filter((word) => !viewers.includes(word));
  expect(more).toEqual([
    ...clusterOrders.map(({ kind }) => `work.${kind}` as const),
    ...["checkVip", "changeVip", "pauseVip", "migrateVip", "disableVip", "removeVip", "addVip"],
    ...[
      "releaseVip",
      "keepVipAway",
      "startMember",
      "stopMember",
      "rejoinMember",
      "makePrimary",
      "refresh",
      "testHost",
    ],
  ]);
});

const paused = { hostId: null, since: at };
test.each<[string, Vip | readonly Vip[] | undefined, readonly string[]]>([
  ["not known", undefined, []],
  ["none", [], ["configureVip"]],
  [
    "enabled",
    enabled,
    ["checkVip", "changeVip", "pauseVip", "migrateVip", "disableVip", "removeVip", "addVip"],
  ],
  ["disabled", { ...enabled, enabled: false }, ["changeVip", "enableVip", "removeVip", "addVip"]],
  ["paused", { ...enabled, paused }, ["unpauseVip", "disableVip", "removeVip", "addVip"]],
  [
    "the plugin's",
    { ...enabled, provider: "greatdb_ha" },
    ["rebindVip", "migrateVip", "removeVip", "addVip"],
  ],
  ["paused and disabled", { ...enabled, enabled: false, paused }, ["unpauseVip", "removeVip", "addVip"]],
])("of a VIP that is %s what makes sense is offered", (_state, vip, expected) => {
  expect(wordsOf(offered("operator", vip).filter(({ id }) => id.startsWith("c/vip/")))).toEqual(expected);
});

test("of several VIPs each has commands of its own, the write VIP's first, that name it and begin with it alone", () => {
  const read: Vip = { ...enabled, id: "r", kind: "read", address: "10.77.0.99" };
  const checks = offered("operator", [read, enabled]).filter(({ word }) => word === "checkVip");
  expect(checks.map(({ id, hint, effect }) => [id, hint, effect])).toEqual([
    ["c/vip/check/v", "10.77.0.100", { kind: "go", href: "/clusters/c/vip?do=check&vip=v" }],
    ["c/vip/check/r", "10.77.0.99", { kind: "go", href: "/clusters/c/vip?do=check&vip=r" }],
  ]);
  const all = offered("operator", [read, enabled], reads);
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  const released = all.filter(({ word }) => word === "releaseVip");
  expect(released.map(({ hint }) => hint)).toEqual(reads.vips.map(({ address }) => address));
  expect(all.filter(({ word }) => word === "addVip")).toHaveLength(1);
});

test("what makes no sense for a member now says why, and what is not known of it is left to the look at it", () => {
  const of = (topology?: Topology) =>
    offered("operator", [], topology)
      .filter(({ word, name }) => name === "db2" && word.endsWith("Member"))
      .map(({ word, hindrance }) => [word, hindrance]);
  expect(of(calm)).toEqual([
    ["startMember", "inGroup"],
    ["stopMember", undefined],
    ["rejoinMember", "inGroup"],
  ]);
  expect(of().map(([, hindrance]) => hindrance)).toEqual([undefined, undefined, undefined]);
});

/** Each of these belongs to something else that is offered, or to a row of a list. */
const begunElsewhere: readonly EndpointName[] = [
  ...(["checkHosts", "acceptHostKey", "scanHostKey"] as const),
  ...([
    "applyFix",
    "restoreFix",
    "cancelOperation",
    "removeBenchmark",
    "changeBenchmark",
    "pauseBenchmark",
    "resumeBenchmark",
    "startProxy",
    "stopProxy",
    "removeProxy",
    "addEndpoint",
    "removeEndpoint",
    "setDrillLever",
    "createDrillSeries",
    "stopDrillSeries",
    "switchProber",
    "moveReadVips",
    "uploadPluginLibrary",
  ] as const),
  ...(["endSession", "revokeToken", "changeUser", "deleteUser"] as const),
  // No screen does it.
  ...(["changeCluster", "deletePluginLibrary"] as const),
];

test("everything that can be changed by the API is offered to an administrator", () => {
  const differs = [message("topology.newer_agents", { address: "10.77.0.101" })];
  const worlds = [
    offered("admin", [], { ...calm, problems: differs }),
    offered("admin", enabled, picture),
    offered("admin", { ...enabled, enabled: false }, held("MAINT")),
    offered("admin", { ...enabled, paused }, picture),
    offered("admin", { ...enabled, provider: "greatdb_ha" }, picture),
  ];
  const called = new Set(worlds.flat().map(({ calls }) => calls));
  // A check begins on the page of what it checks: it starts an operation, and may be repeated freely.
  const isCheck = ({ status, isIdempotent }: Endpoint): boolean => status === 202 && !isIdempotent;
  const changing = Object.entries<Endpoint>(endpoints).filter(
    ([, one]) => one.method !== "get" && one.access !== "public" && !isCheck(one),
  );
  expect(
    changing
      .map(([name]) => name)
      .filter((name) => ![...called].some((one) => one === name))
      .sort(),
  ).toEqual([...begunElsewhere].sort());
});
