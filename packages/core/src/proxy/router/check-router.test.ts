import { message } from "@primacy/contract";
import { describe, expect, it } from "vitest";
import { generatedConfig, packagedConfig } from "./bootstrap-config.fixture";
import { checkRouter, nameInnodbCluster } from "./check-router";
import type { MetadataReading } from "./router-metadata";
import type { RouterGround, RouterGroup, RouterSnapshot } from "./router-snapshot";

const members = [
  { name: "db1", serverUuid: "u1" },
  { name: "db2", serverUuid: "u2" },
];
const metadata: Extract<MetadataReading, { kind: "present" }> = {
  kind: "present",
  version: { major: 2, minor: 2, patch: 0 },
  clusters: [{ id: "c", name: "prod", groupName: "g" }],
  instances: members.map(({ name, serverUuid }) => ({
    clusterId: "c",
    serverUuid,
    endpoint: `${name}:3306`,
  })),
};
type Found = Extract<RouterGroup, { kind: "found" }>;
const group: Found = {
  kind: "found",
  primary: { name: "db1", address: "10.0.0.1", port: 3_306 },
  group: { groupName: "g", members },
  onlineSecondaries: 1,
  isLab: false,
  metadata,
};
const ground: RouterGround = { home: null, service: null, file: null, config: packagedConfig };
const router = {
  program: "mysqlrouter",
  path: "/usr/bin/mysqlrouter",
  version: "9.7.4",
  said: null,
} as const;
const snapshot: RouterSnapshot = {
  clusterName: "Prod 1",
  host: {
    ...{ hostId: "h", name: "px1", address: "10.0.0.9", operator: "running" },
    programs: [router],
    busyPorts: [],
  },
  ports: { write: 6_446, read: 6_447, split: 6_450 },
  ground,
  group,
  servesAlready: null,
};

/** Results by code, and all that the failed checks tell. */
function judge(changes: Partial<RouterSnapshot>): { results: Record<string, string>; told: string } {
  const { checks } = checkRouter({ ...snapshot, ...changes });
  return {
    results: Object.fromEntries(checks.map(({ code, result }) => [code, result])),
    told: checks
      .filter(({ result }) => result !== "pass")
      .map(({ evidence, remedy }) => `${evidence.text} ${remedy?.text ?? ""}`)
      .join("\n"),
  };
}

const withGroup = (changes: Partial<Found>) => judge({ group: { ...group, ...changes } });

it("lets a MySQL Router be set up where everything is as it should be", () => {
  const report = checkRouter(snapshot);
  expect(report.hasFailures).toBe(false);
  expect(report.checks.every(({ result }) => result === "pass")).toBe(true);
  // A row has a column for each place: what is about the host stands below its name.
  expect(report.checks.filter(({ hostId }) => hostId === null).map(({ code }) => code)).toEqual([
    "router_group",
    "router_metadata",
  ]);
});

it("refuses a configuration that somebody wrote, or that is left over, and takes one that is absent or idle", () => {
  const file = (config: string | null): string | undefined =>
    judge({ ground: { ...ground, config } }).results.router_file;
  expect(file(generatedConfig("/x"))).toBe("fail");
  expect(file("not a configuration")).toBe("fail");
  expect(file(null)).toBe("pass");
  expect(file(packagedConfig)).toBe("pass");
  expect(
    file(
      "# Written by Primacy for its MySQL Router 0190c0de-0000-7000-8000-00000000abcd.\n[routing:a]\nx=1\n",
    ),
  ).toBe("fail");
});

it("names each thing that a host lacks for the service, with the commands that make it", () => {
  const reason = message("why.no_answer");
  const other = message("why.no_route_to_host");
  const { results, told } = judge({ ground: { home: reason, service: other, file: reason, config: null } });
  expect(results).toMatchObject({ router_ground: "fail", router_file: "fail" });
  expect(told).toMatch(new RegExp(`${reason.text}.*${other.text}`));
  expect(told).toContain("useradd --system");
  expect(told).toContain("/etc/mysqlrouter");
});

it("refuses a port for both where MySQL Router is too old to split, and needs no new one without it", () => {
  const host = { ...snapshot.host, programs: [{ ...router, version: "8.0.41" }] };
  const { results, told } = judge({ host });
  expect(results).toMatchObject({ router_program: "pass", router_split: "fail" });
  expect(told).toContain("8.2 and newer");
  expect(judge({ host, ports: { ...snapshot.ports, split: null } }).results).not.toHaveProperty(
    "router_split",
  );
});

it("asks nothing of a host that nobody could ask, beside why", () => {
  const host = { ...snapshot.host, operator: "off", programs: null, busyPorts: null } as const;
  const { results } = judge({ host, ground: null });
  expect(results).toEqual({ proxy_operator: "fail", router_group: "pass", router_metadata: "pass" });
});

it("refuses a second MySQL Router on the same host, whichever cluster the first leads to", () => {
  const { results, told } = judge({ servesAlready: "other" });
  expect(results.router_once).toBe("fail");
  expect(told).toContain("other");
});

it("warns where reads would go to the primary, and refuses a group without one", () => {
  expect(withGroup({ onlineSecondaries: 0 }).results.router_group).toBe("warn");
  const { results } = judge({ group: { kind: "silent", reason: message("why.no_answer") } });
  expect(results.router_group).toBe("fail");
  expect(results).not.toHaveProperty("router_metadata");
});

describe("the metadata", () => {
  it("is not judged without an administrator, and says so", () => {
    expect(withGroup({ metadata: null }).results.router_metadata).toBe("skipped");
  });

  it("is refused where it is absent, with the exact command that adopts the group", () => {
    const { results, told } = withGroup({ metadata: { kind: "absent" } });
    expect(results.router_metadata).toBe("fail");
    expect(told).toContain("Install MySQL Shell");
    expect(told).toContain(
      `mysqlsh --uri=root@10.0.0.1:3306 --js -e "dba.createCluster('Prod_1', {adoptFromGR: true})"`,
    );
  });

  it("tells which host has MySQL Shell already", () => {
    const shell = { program: "mysqlsh", path: "/usr/bin/mysqlsh", version: "9.1.0", said: null } as const;
    const host = { ...snapshot.host, programs: [router, shell] };
    expect(judge({ host, group: { ...group, metadata: { kind: "absent" } } }).told).toContain(
      "px1 has MySQL Shell",
    );
  });

  it("is written by Primacy in a lab alone, and a lab's that disagrees is refused like any other", () => {
    expect(withGroup({ isLab: true, metadata: { kind: "absent" } }).results.router_metadata).toBe("warn");
    const wrong = { ...metadata, instances: [] };
    expect(withGroup({ isLab: true, metadata: wrong }).results.router_metadata).toBe("fail");
  });

  it("is refused where it disagrees, with every name and what brings it up to date", () => {
    const [first] = metadata.instances;
    const stale = { clusterId: "c", serverUuid: "u9", endpoint: "db9:3306" };
    const instances = first === undefined ? [stale] : [first, stale];
    const { results, told } = withGroup({ metadata: { ...metadata, instances } });
    expect(results.router_metadata).toBe("fail");
    expect(told).toMatch(/lacks db2.*has db9:3306/);
    expect(told).toContain("rescan()");
  });

  it("is refused where it is another group's, with both names", () => {
    const clusters = [{ id: "c", name: "prod", groupName: "older" }];
    const { told } = withGroup({ metadata: { ...metadata, clusters } });
    expect(told).toContain("prod (older)");
    expect(told).toContain("this one is g");
  });

  it("is refused in a version that MySQL Router does not read, or where nobody may read it", () => {
    const version = { major: 1, minor: 0, patch: 1 };
    expect(withGroup({ metadata: { ...metadata, version } }).told).toContain("1.0.1");
    expect(withGroup({ metadata: { kind: "unreadable", said: "denied" } }).told).toContain("denied");
  });

  it("is refused where it is half there, with what the server says, but completed in a lab", () => {
    const half = { metadata: { kind: "partial", said: "no v2_instances" } } as const;
    expect(withGroup(half).results.router_metadata).toBe("fail");
    expect(withGroup(half).told).toMatch(/no v2_instances.*dropMetadataSchema\(\)/);
    expect(withGroup({ ...half, isLab: true }).results.router_metadata).toBe("warn");
  });
});

it.each([
  ["Prod 1", "Prod_1"],
  ["生产", "cluster"],
  ["__", "cluster"],
  ["-.main", "main"],
  ["a'); dba.dropMetadataSchema(); ('", "a_dba.dropMetadataSchema_"],
  ["x".repeat(100), "x".repeat(63)],
])("makes a name of %j that MySQL Shell takes", (name, taken) => {
  expect(nameInnodbCluster(name)).toBe(taken);
});
