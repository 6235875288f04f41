import { randomUUID } from "node:crypto";
import { type Host, message, type StoredVipChange, type Vip } from "@primacy/contract";
import { type ClusterRecord, systemActor } from "@primacy/db";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openConsole, password, type TestConsole } from "../testing/open-console";
import { addCluster, addHost, addVip, hostDraft, watchCluster } from "../testing/register";

let tested: TestConsole;
let host: Host;
let other: Host;
let cluster: ClusterRecord;
let vip: Vip;
beforeAll(async () => {
  tested = await openConsole();
  await tested.announceWorker();
  [host, other] = [await addHost(tested.database), await addHost(tested.database)];
  cluster = await addCluster(tested.database, [host]);
  vip = await addVip(tested.database, cluster.id);
});
afterAll(() => tested.close());

const badKey = { kind: "key", privateKey: "no key" };
const stranger = randomUUID();

interface Row {
  readonly what: string;
  readonly method: string;
  readonly path: () => string;
  readonly body: () => object;
  readonly reasons: readonly (readonly [path: string, code: string])[];
}

const at = (address: string) => ({ address, port: 3306 });
const fiveEndpoints = () => ({
  endpoints: [at(vip.address), ...[1, 2, 3, 4].map((n) => at(`10.9.9.${n}`))],
  readEndpoints: [at(vip.address)],
});
const fiveReasons: Row["reasons"] = [
  ["/endpoints", "too_many"],
  ...[1, 2, 3, 4].map((n) => [`/endpoints/${n}`, "benchmark_endpoint_unknown"] as const),
  ["/readEndpoints/0", "drill_endpoint_both"],
  ["/readEndpoints", "drill_endpoints_many"],
];

const rows: readonly Row[] = [
  {
    what: "a host's bad key, taken name and taken address",
    method: "PATCH",
    path: () => `/hosts/${host.id}`,
    body: () => ({ credential: badKey, name: other.name, address: other.address }),
    reasons: [
      ["/credential/privateKey", "private_key_invalid"],
      ["/name", "already_exists"],
      ["/address", "already_exists"],
    ],
  },
  {
    what: "a host's impossible port, bad key and taken name",
    method: "PATCH",
    path: () => `/hosts/${host.id}`,
    body: () => ({ sshPort: 0, credential: badKey, name: other.name }),
    reasons: [
      ["/sshPort", "port_invalid"],
      ["/credential/privateKey", "private_key_invalid"],
      ["/name", "already_exists"],
    ],
  },
  {
    what: "an unreadable port of a host, without a guess at what is taken with it",
    method: "PATCH",
    path: () => `/hosts/${host.id}`,
    body: () => ({ address: other.address, sshPort: "2222" }),
    reasons: [["/sshPort", "wrong_type"]],
  },
  {
    what: "an unreadable address of a host, without a guess at what is taken with its port",
    method: "PATCH",
    path: () => `/hosts/${host.id}`,
    body: () => ({ address: 7, sshPort: other.sshPort, name: other.name }),
    reasons: [
      ["/address", "wrong_type"],
      ["/name", "already_exists"],
    ],
  },
  {
    what: "an unreadable port of a new host, without a guess at what is taken with it",
    method: "POST",
    path: () => "/hosts",
    body: () => ({ hosts: [{ ...hostDraft(), address: other.address, sshPort: "2222" }] }),
    reasons: [["/hosts/0/sshPort", "wrong_type"]],
  },
  {
    what: "a new host's taken address on the port that stands for an absent one",
    method: "POST",
    path: () => "/hosts",
    body: () => {
      const { sshPort: _absent, ...draft } = hostDraft();
      return { hosts: [{ ...draft, sshUser: "-x", address: other.address }] };
    },
    reasons: [
      ["/hosts/0/sshUser", "ssh_user_invalid"],
      ["/hosts/0/address", "already_exists"],
    ],
  },
  {
    what: "several new hosts, one without a usable user, one with a bad key, one with a taken name",
    method: "POST",
    path: () => "/hosts",
    body: () => ({
      hosts: [
        { ...hostDraft(), sshUser: "-x" },
        { ...hostDraft(), credential: badKey },
        { ...hostDraft(), name: other.name },
      ],
    }),
    reasons: [
      ["/hosts/0/sshUser", "ssh_user_invalid"],
      ["/hosts/1/credential/privateKey", "private_key_invalid"],
      ["/hosts/2/name", "already_exists"],
    ],
  },
  {
    what: "a user's unknown role, taken name and weak password",
    method: "POST",
    path: () => "/users",
    body: () => ({ name: "THE VIEWER", role: "king", password: "short" }),
    reasons: [
      ["/role", "not_one_of"],
      ["/name", "already_exists"],
      ["/password", "password_too_short"],
    ],
  },
  {
    what: "the last administrator's weak password beside a field of the wrong type",
    method: "PATCH",
    path: () => `/users/${tested.people.admin.user.id}`,
    body: () => ({ role: "viewer", isDisabled: "yes", password: "short" }),
    reasons: [
      ["/isDisabled", "wrong_type"],
      ["", "last_admin"],
      ["/password", "password_too_short"],
    ],
  },
  {
    what: "one's own weak new password, the missing current one, and an unknown theme",
    method: "PATCH",
    path: () => "/profile",
    body: () => ({ theme: "pink", newPassword: "short" }),
    reasons: [
      ["/theme", "not_one_of"],
      ["/currentPassword", "required"],
      ["/newPassword", "password_too_short"],
    ],
  },
  {
    what: "a new cluster's taken name and impossible port",
    method: "POST",
    path: () => "/clusters",
    body: () => ({ name: cluster.name, address: "db1", port: 0, user: "root", password }),
    reasons: [
      ["/port", "port_invalid"],
      ["/name", "already_exists"],
    ],
  },
  {
    what: "a cluster's taken name and an old revision",
    method: "PATCH",
    path: () => `/clusters/${cluster.id}`,
    body: () => ({ name: "taken by another", revision: 999 }),
    reasons: [
      ["/revision", "revision_conflict"],
      ["/name", "already_exists"],
    ],
  },
  {
    what: "a new VIP's impossible prefix, host of no member, and taken address",
    method: "POST",
    path: () => `/clusters/${cluster.id}/vips`,
    body: () => ({ address: vip.address, prefixLength: 999, nics: { [stranger]: "eth0" } }),
    reasons: [
      ["/prefixLength", "prefix_length_invalid"],
      [`/nics/${stranger}`, "host_not_of_cluster"],
      ["/address", "already_exists"],
    ],
  },
  {
    what: "a new VIP's impossible prefix, taken address, and a library that nobody uploaded",
    method: "POST",
    path: () => `/clusters/${cluster.id}/vips`,
    body: () => ({
      ...{ address: vip.address, prefixLength: 999, provider: "agent", library: "a".repeat(64) },
    }),
    reasons: [
      ["/prefixLength", "prefix_length_invalid"],
      ["/address", "already_exists"],
      ["/library", "library_of_agent_vip"],
    ],
  },
  {
    what: "a library's missing name and content that is no base64",
    method: "POST",
    path: () => "/plugin-libraries",
    body: () => ({ content: "?", surprise: 1 }),
    reasons: [
      ["/name", "required"],
      ["/content", "library_base64"],
      ["", "unknown_field"],
    ],
  },
  {
    what: "a question's impossible prefix and proxies, and taken address",
    method: "POST",
    path: () => `/clusters/${cluster.id}/vips/check`,
    body: () => ({
      address: vip.address,
      prefixLength: 999,
      proxies: { routerTtlSeconds: 3_601, haproxyInterMs: 9, haproxyRise: 0, haproxyFall: 1.5 },
    }),
    reasons: [
      ["/prefixLength", "prefix_length_invalid"],
      ["/proxies/routerTtlSeconds", "too_large"],
      ["/proxies/haproxyInterMs", "too_small"],
      ["/proxies/haproxyRise", "too_small"],
      ["/proxies/haproxyFall", "wrong_type"],
      ["/address", "already_exists"],
    ],
  },
  {
    what: "a VIP's impossible port, host of no member, and another cluster's name",
    method: "PATCH",
    path: () => `/clusters/${cluster.id}/vips/${vip.id}`,
    body: () => ({ port: 0, nics: { [stranger]: "eth0" }, confirm: "x" }),
    reasons: [
      ["/port", "port_invalid"],
      ["/confirm", "confirm_mismatch"],
      [`/nics/${stranger}`, "host_not_of_cluster"],
    ],
  },
  {
    what: "a release without a host of the cluster, another cluster's name, and an unknown field",
    method: "POST",
    path: () => `/clusters/${cluster.id}/vips/${vip.id}/release`,
    body: () => ({ hostId: other.id, confirm: "x", now: true }),
    reasons: [
      ["", "unknown_field"],
      ["/hostId", "host_not_of_cluster"],
      ["/confirm", "confirm_mismatch"],
    ],
  },
  {
    what: "a switchover to nobody without the cluster's name",
    method: "POST",
    path: () => `/clusters/${cluster.id}/switchover`,
    body: () => ({ memberId: stranger }),
    reasons: [
      ["/confirm", "required"],
      ["/memberId", "not_found"],
    ],
  },
  {
    what: "a rolling restart to nobody, without the cluster's name or an account, with an impossible limit",
    method: "POST",
    path: () => `/clusters/${cluster.id}/restart`,
    body: () => ({ memberId: stranger, limitSeconds: 1 }),
    reasons: [
      ["/limitSeconds", "too_small"],
      ["/confirm", "required"],
      ["/memberId", "not_found"],
      ["", "credentials_missing"],
    ],
  },
  {
    what: "a benchmark without its cluster's name or an account, from no host, by what the cluster does not have",
    method: "POST",
    path: () => `/clusters/${cluster.id}/benchmarks`,
    body: () => ({
      name: "VIP",
      loadHostId: stranger,
      workload: { tool: "sysbench" },
      blocks: 0,
      arms: [
        { name: "direct", endpoints: [{ kind: "custom", address: "db1", port: 3306 }] },
        {
          name: "VIP",
          endpoints: [
            { kind: "vip", vipId: vip.id },
            { kind: "vip", vipId: stranger },
            { kind: "member", memberId: vip.id },
          ],
        },
      ],
    }),
    reasons: [
      ["/blocks", "too_small"],
      ["/confirm", "required"],
      ["/loadHostId", "not_found"],
      ["/arms/1/endpoints/1", "benchmark_endpoint_unknown"],
      ["/arms/1/endpoints/2", "benchmark_endpoint_unknown"],
      ["", "credentials_missing"],
    ],
  },
  {
    what: "a drill without its cluster's name, through an endpoint twice and one of nobody, for reads too and too many with those, from no host, where none is allowed",
    method: "POST",
    path: () => `/clusters/${cluster.id}/drills`,
    body: () => ({
      fault: { kind: "kill_mysqld", restarts: false },
      endpoints: [
        { address: vip.address, port: vip.port },
        { address: vip.address, port: vip.port },
        { address: "10.9.9.9", port: 3306 },
      ],
      readEndpoints: [
        { address: vip.address, port: vip.port },
        { address: "10.9.9.8", port: 3306 },
        { address: "10.9.9.8", port: 3306 },
      ],
      observerHostId: stranger,
      objectiveMs: 5,
    }),
    reasons: [
      ["/objectiveMs", "too_small"],
      ["/confirm", "required"],
      ["/endpoints/1", "drill_endpoint_twice"],
      ["/endpoints/2", "benchmark_endpoint_unknown"],
      ["/readEndpoints/0", "drill_endpoint_both"],
      ["/readEndpoints/1", "benchmark_endpoint_unknown"],
      ["/readEndpoints/2", "drill_endpoint_twice"],
      ["/readEndpoints", "drill_endpoints_many"],
      ["/observerHostId", "not_found"],
      ["", "drills_not_allowed"],
    ],
  },
  {
    what: "a series of drills without its cluster's name, that hits a member and a proxy and watches an endpoint of nobody, at no time of no time zone",
    method: "POST",
    path: () => `/clusters/${cluster.id}/drill-series`,
    body: () => ({
      name: "",
      faults: [
        { kind: "stop_mysqld" },
        { kind: "switchover", memberId: stranger },
        { kind: "kill_proxy", proxyId: stranger, program: "haproxy", restarts: false },
      ],
      endpoints: [{ address: "10.9.9.9", port: 3306 }],
      observerHostId: stranger,
      objectiveMs: 30_000,
      runs: 51,
      schedule: { cron: "every night", timeZone: "Mars/Olympus", windowMinutes: 60 },
    }),
    reasons: [
      ["/name", "name_required"],
      ["/runs", "too_large"],
      ["/confirm", "required"],
      ["/faults/1/memberId", "not_found"],
      ["/faults/2/proxyId", "drill_proxy_absent"],
      ["/schedule/cron", "cron_invalid"],
      ["/schedule/timeZone", "time_zone_unknown"],
      ["/endpoints/0", "benchmark_endpoint_unknown"],
      ["/observerHostId", "not_found"],
      ["", "drills_not_allowed"],
    ],
  },
  {
    what: "a drill through five endpoints, with one of them for reads too",
    method: "POST",
    path: () => `/clusters/${cluster.id}/drills/check`,
    body: () => ({
      fault: { kind: "kill_mysqld", restarts: false },
      ...{ ...fiveEndpoints(), observerHostId: null, objectiveMs: 5_000 },
    }),
    reasons: fiveReasons,
  },
  {
    what: "a series through five endpoints, with one of them for reads too",
    method: "POST",
    path: () => `/clusters/${cluster.id}/drill-series`,
    body: () => ({
      ...{ name: "Nightly", faults: [{ kind: "stop_mysqld" }], runs: 1, schedule: null },
      ...{ ...fiveEndpoints(), observerHostId: null, objectiveMs: 5_000, confirm: cluster.name },
    }),
    reasons: [...fiveReasons, ["", "drills_not_allowed"]],
  },
  {
    what: "a start that may clone without the cluster's name",
    method: "POST",
    path: () => `/clusters/${cluster.id}/members/${cluster.members[0]?.id}/start`,
    body: () => ({ isCloneAllowed: true }),
    reasons: [["/confirm", "required"]],
  },
  {
    what: "a rejoin that may clone under another cluster's name, with an impossible limit",
    method: "POST",
    path: () => `/clusters/${cluster.id}/members/${cluster.members[0]?.id}/rejoin`,
    body: () => ({ isCloneAllowed: true, confirm: "x", limitSeconds: 1 }),
    reasons: [
      ["/limitSeconds", "too_small"],
      ["/confirm", "confirm_mismatch"],
    ],
  },
  {
    what: "a fix that there is not, for which no account was kept or given",
    method: "POST",
    path: () => `/clusters/${cluster.id}/fixes`,
    body: () => ({ fix: "everything" }),
    reasons: [
      ["/fix", "not_one_of"],
      ["", "credentials_missing"],
    ],
  },
  {
    what: "an unreadable account for a fix, without a word of one that is missing",
    method: "POST",
    path: () => `/clusters/${cluster.id}/fixes`,
    body: () => ({ fix: "expel_timeout", administrator: 7 }),
    reasons: [["/administrator", "wrong_type"]],
  },
  {
    what: "a restoration of what was no fix without an account",
    method: "POST",
    path: () => `/clusters/${cluster.id}/fixes/restore`,
    body: () => ({ operationId: stranger }),
    reasons: [
      ["/operationId", "operation_no_fix"],
      ["", "credentials_missing"],
    ],
  },
  {
    what: "a restoration of what was no fix without an account, with an unknown field",
    method: "POST",
    path: () => `/clusters/${cluster.id}/fixes/restore`,
    body: () => ({ operationId: stranger, now: true }),
    reasons: [
      ["", "unknown_field"],
      ["/operationId", "operation_no_fix"],
      ["", "credentials_missing"],
    ],
  },
  {
    what: "a discovery that overrules the agents without the cluster's name, with an unknown field",
    method: "POST",
    path: () => `/clusters/${cluster.id}/refresh`,
    body: () => ({ overrule: true, now: true }),
    reasons: [
      ["", "unknown_field"],
      ["/confirm", "confirm_mismatch"],
    ],
  },
  {
    what: "a pause under another cluster's name with an unknown field",
    method: "POST",
    path: () => `/clusters/${cluster.id}/vips/${vip.id}/pause`,
    body: () => ({ confirm: "x", now: true }),
    reasons: [
      ["", "unknown_field"],
      ["/confirm", "confirm_mismatch"],
    ],
  },
  {
    what: "a VIP for the provider that it has, under another cluster's name with an unknown field",
    method: "POST",
    path: () => `/clusters/${cluster.id}/vips/${vip.id}/migration`,
    body: () => ({ to: "agent", confirm: "x", now: true }),
    reasons: [
      ["", "unknown_field"],
      ["/confirm", "confirm_mismatch"],
      ["/to", "provider_same"],
    ],
  },
  {
    what: "a VIP that is not paused, let follow again with an unknown field",
    method: "POST",
    path: () => `/clusters/${cluster.id}/vips/${vip.id}/resume`,
    body: () => ({ now: true }),
    reasons: [
      ["", "unknown_field"],
      ["", "vip_not_paused"],
    ],
  },
  {
    what: "a removal under another cluster's name with an unknown field",
    method: "DELETE",
    path: () => `/clusters/${cluster.id}`,
    body: () => ({ confirm: "x", now: true }),
    reasons: [
      ["", "unknown_field"],
      ["/confirm", "confirm_mismatch"],
    ],
  },
];

describe("one answer tells of", () => {
  beforeAll(async () => {
    const another = await addCluster(tested.database);
    await tested.database.transact(systemActor("test"), (unit) =>
      unit.clusters.change(another.id, null, { name: "taken by another" }),
    );
  });

  it.each(rows)("$what", async ({ method, path, body, reasons }) => {
    const { cookie } = tested.people.admin;
    const told = await tested.ask(method, path(), { cookie, body: body() });
    const errors = Array.isArray(told.json.errors) ? told.json.errors : [];
    expect(errors.map((one) => [one.path, one.code])).toEqual(reasons);
    expect(told.status).toBeGreaterThanOrEqual(400);
  });

  it("a new name of a cluster or host whose agents are newer than a restored console, which changes neither", async () => {
    const { cookie } = tested.people.admin;
    const difference = message("topology.differs_address", { held: "10.77.0.101", address: vip.address });
    const record = await watchCluster(tested.database, cluster);
    await record({ problems: [message("topology.agents_differ"), difference] });
    const { epoch, revision, name } = await tested.database.clusters.get(cluster.id);
    for (const path of [`/clusters/${cluster.id}`, `/hosts/${host.id}`]) {
      const told = await tested.ask("PATCH", path, { cookie, body: { name: "another" } });
      expect(told.status, path).toBe(409);
      expect(told.json.errors).toMatchObject([
        { path: "/name", code: "agents_differ" },
        { path: "/name", code: "topology.differs_address" },
      ]);
      const wrong = await tested.ask("PATCH", path, { cookie, body: { name: "another", surprise: 1 } });
      expect(wrong.json.errors).toMatchObject([
        { code: "unknown_field" },
        { code: "agents_differ" },
        { code: "topology.differs_address" },
      ]);
    }
    expect(await tested.database.clusters.get(cluster.id)).toMatchObject({ epoch, revision, name });
    const told = await tested.ask("PATCH", `/hosts/${host.id}`, {
      cookie,
      body: { name: host.name, sshPort: 2022 },
    });
    expect(told.status, "what keeps its name").toBe(200);
    // A host that keeps another cluster's address is told nothing, whatever the others are called.
    await record({ problems: [message("topology.differs_cluster", { host: "db3", held: "10.77.0.150" })] });
    const renamed = await tested.ask("PATCH", `/hosts/${host.id}`, { cookie, body: { name: "another" } });
    expect(renamed.status, "and once it is decided").toBe(200);
  });

  it("a pause of what is paused, under another cluster's name, with an unknown field", async () => {
    const pause = (paused: StoredVipChange["paused"]) =>
      tested.database.transact(systemActor("test"), (unit) => unit.vips.change(vip.id, null, { paused }));
    await pause({ hostId: null, since: "2026-11-22T05:00:00.000Z" });
    const told = await tested.ask("POST", `/clusters/${cluster.id}/vips/${vip.id}/pause`, {
      cookie: tested.people.admin.cookie,
      body: { confirm: "x", now: true },
    });
    await pause(null);
    expect(told.json.errors).toMatchObject([
      { code: "unknown_field" },
      { path: "/confirm", code: "confirm_mismatch" },
      { code: "vip_paused" },
    ]);
  });

  it("a token that asks for a token, and what is wrong with that one", async () => {
    const { token } = tested.people.operator;
    const body = { name: "x", role: "admin", expiresAt: "2001-01-01T00:00:00Z" };
    const told = await tested.ask("POST", "/tokens", { token, body });
    expect(told.json).toMatchObject({
      code: "conflict",
      errors: [{ code: "session_needed" }, { code: "role_above_own" }, { code: "expiry_in_past" }],
    });
  });

  it("a host without accepted key and without credentials that has no agent either", async () => {
    const token = tested.people.admin.token;
    const created = await tested.ask("POST", "/hosts", { token, body: { hosts: [hostDraft()] } });
    const [fresh] = Array.isArray(created.json.hosts) ? created.json.hosts : [];
    await tested.ask("DELETE", `/hosts/${fresh.id}/credential`, { token });
    const told = await tested.ask("POST", `/hosts/${fresh.id}/agent/repair`, { token });
    expect(told.json).toMatchObject({
      code: "agent_missing",
      errors: [{ code: "agent_missing" }, { code: "host_key_unknown" }, { code: "credentials_missing" }],
    });
  });
});
