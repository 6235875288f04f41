import {
  type Host,
  isRefusal,
  message,
  type ProblemCode,
  type StoredVipChange,
  type Vip,
} from "@primacy/contract";
import { type EndpointName, endpoints } from "@primacy/contract/api";
import { type ClusterRecord, systemActor, type UnitOfWork } from "@primacy/db";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listEndpoints } from "../openapi/components";
import { addPluginLibrary } from "../testing/add-plugin-library";
import { openConsole, password, type TestConsole, type Told } from "../testing/open-console";
import {
  addBenchmark,
  addCluster,
  addDrill,
  addHost,
  addProxy,
  addVip,
  hostDraft,
  type RecordPicture,
  watchCluster,
} from "../testing/register";

let tested: TestConsole;
let host: Host;
let spare: Host;
let cluster: ClusterRecord;
let vip: Vip;
let record: RecordPicture;
beforeAll(async () => {
  tested = await openConsole();
  await tested.announceWorker();
  [host, spare] = [await addHost(tested.database), await addHost(tested.database)];
  cluster = await addCluster(tested.database, [host]);
  vip = await addVip(tested.database, cluster.id);
  record = await watchCluster(tested.database, cluster);
});
afterAll(() => tested.close());

type Does = () => Promise<Told>;
type Rows = Partial<Record<EndpointName, Partial<Record<ProblemCode, Does>>>>;

const store = <T>(act: (unit: UnitOfWork) => Promise<T>): Promise<T> =>
  tested.database.transact(systemActor("test"), act);

/** Asks as an administrator with a session, or with a token where `isToken`. */
function ask(
  name: EndpointName,
  body: object | null = null,
  on: object = {},
  isToken = false,
): Promise<Told> {
  const { method, path } = endpoints[name];
  const named: Record<string, string> = { id: cluster.id, vipId: vip.id, ...on };
  const { cookie, token } = tested.people.admin;
  const address = path.replaceAll(/\{(\w+)\}/g, (_, parameter: string) => named[parameter] ?? "");
  const given = { ...(isToken ? { token } : { cookie }), ...(body === null ? {} : { body }) };
  return tested.ask(method.toUpperCase(), address, given);
}

const byToken = (name: EndpointName, body: object | null, on: object = {}): Promise<Told> =>
  ask(name, body, on, true);
const confirmed = (): object => ({ confirm: cluster.name });
const target = (): object => ({ memberId: cluster.members[0]?.id });
const moved = (): object => ({ ...target(), ...confirmed() });
const newVip = { address: "10.77.0.9", prefixLength: 24 };

/** What is asked while the group has several primaries. */
async function inMultiPrimary(asked: Does): Promise<Told> {
  await record({ isSinglePrimary: false });
  return asked().finally(() => record({}));
}

/** What is asked while the VIP is as `change` has it. */
async function withVip(change: StoredVipChange, asked: Does): Promise<Told> {
  await store((unit) => unit.vips.change(vip.id, null, change));
  return asked().finally(() =>
    store((unit) => unit.vips.change(vip.id, null, { enabled: true, paused: null })),
  );
}
const whilePaused = (asked: Does): Promise<Told> =>
  withVip({ paused: { hostId: null, since: "2026-11-22T05:00:00.000Z" } }, asked);

/** What is asked while agents hold otherwise than a restored console. */
async function whileAgentsDiffer(asked: Does): Promise<Told> {
  await record({ problems: [message("topology.agents_differ")] });
  return asked().finally(() => record({}));
}

/** An order about a host's agent, of a host without `lacks`. */
async function onHost(name: EndpointName, lacks: "agent" | "key" | "credential"): Promise<Told> {
  const created = await ask("createHosts", { hosts: [hostDraft()] });
  const [{ id } = { id: "" }] = Array.isArray(created.json.hosts) ? created.json.hosts : [];
  const on = lacks === "key" ? id : (await addHost(tested.database)).id;
  if (lacks === "credential") await store((unit) => unit.hosts.forgetCredential(on));
  if (lacks !== "agent" && name !== "installAgent")
    await store((unit) => unit.agents.setState(on, "silent", { version: "1.0.0", protocol: 2 }));
  return ask(name, {}, { id: on });
}
const withoutAccess = (name: EndpointName): Partial<Record<ProblemCode, Does>> => ({
  host_key_unknown: () => onHost(name, "key"),
  credentials_missing: () => onHost(name, "credential"),
});
const withoutAgent = (name: EndpointName): Partial<Record<ProblemCode, Does>> => ({
  agent_missing: () => onHost(name, "agent"),
  ...withoutAccess(name),
});
const move = (name: EndpointName, order: () => object): Partial<Record<ProblemCode, Does>> => ({
  multi_primary: () => inMultiPrimary(() => ask(name, order())),
  vip_paused: () => whilePaused(() => ask(name, order())),
});

/** A whole order of a benchmark whose load comes from a host. */
const benchmark = (loadHostId = spare.id): object => ({
  name: "direct",
  loadHostId,
  workload: { tool: "sysbench" },
  arms: [{ name: "direct", endpoints: [{ kind: "member", memberId: cluster.members[0]?.id }] }],
  ...confirmed(),
});

/** A whole order of a drill. */
const drill = () => ({
  fault: { kind: "kill_mysqld", restarts: false },
  endpoints: cluster.members.slice(0, 1).map(({ address, port }) => ({ address, port })),
  observerHostId: null,
  objectiveMs: 30_000,
  ...confirmed(),
});

/** The same again and again. */
const series = (): object => {
  const { fault, ...order } = drill();
  return { ...order, name: "Nightly", faults: [fault], runs: 2, schedule: null };
};

/** Asks about a benchmark that has ended. */
async function whileEnded(name: "pauseBenchmark" | "resumeBenchmark") {
  const id = await addBenchmark(tested.database, cluster.id);
  await store((unit) => unit.benchmarks.finish(id, "succeeded"));
  return ask(name, null, { id });
}

/** A library that a check of a VIP was asked to bring. */
async function ofUsedLibrary(): Promise<Told> {
  const { id, sha256 } = await addPluginLibrary(tested.database);
  await store((unit) =>
    unit.operations.enqueue({
      kind: "vip.check",
      title: message("step.waiting"),
      input: { library: sha256 },
    }),
  );
  return ask("deletePluginLibrary", null, { id });
}

/** A benchmark from a host that another operation changes. */
async function fromBusyHost(): Promise<Told> {
  const { id } = await addHost(tested.database);
  await store((unit) =>
    unit.operations.enqueue({
      kind: "agent.upgrade",
      title: message("step.waiting"),
      hostId: id,
      input: {},
    }),
  );
  const administrator = { user: "root", password: "secret" };
  return ask("startBenchmark", { ...benchmark(id), administrator });
}
const anotherProvider = (name: EndpointName): Partial<Record<ProblemCode, Does>> => ({
  provider_not_available: () => ask(name, { ...newVip, provider: "greatdb_ha", kind: "read" }),
  multi_primary: () => inMultiPrimary(() => ask(name, newVip)),
});

/** The VIP of the agents, for the plugin or for those that have it. */
const otherProvider = (
  name: "checkVipMigration" | "migrateVip",
  rest: () => object,
): Partial<Record<ProblemCode, Does>> => {
  const askFor = (to: string) => ask(name, { to, ...rest() });
  return {
    provider_not_available: () => askFor("agent"),
    vip_disabled: () => withVip({ enabled: false }, () => askFor("greatdb_ha")),
    vip_paused: () => whilePaused(() => askFor("greatdb_ha")),
  };
};

/** A proxy at the address and in the VRRP group of one that is there. */
const anotherProxy = (name: EndpointName): Partial<Record<ProblemCode, Does>> => ({
  already_exists: async () => {
    const [present] = await tested.database.proxies.listByCluster(cluster.id);
    if (present === undefined) await addProxy(tested.database, cluster.id);
    const hostIds = [host.id, spare.id];
    const proxy = { kind: "haproxy", hostIds, address: "10.77.0.110", prefixLength: 24, virtualRouterId: 60 };
    return ask(name, name === "checkProxy" ? { proxy } : { proxy, ...confirmed() });
  },
});

/** An address that is a VIP already. */
const takenAddress = (name: EndpointName): Partial<Record<ProblemCode, Does>> => ({
  already_exists: () => {
    const migration = { to: "vip", address: vip.address, port: 3306 };
    return ask(name, name === "checkMigration" ? { migration } : { migration, ...confirmed() });
  },
});

/** A fix that was done; its id. */
function storeFix(): Promise<string> {
  const setting = { running: "0", persisted: "0" };
  const result = {
    variable: "group_replication_member_expel_timeout",
    members: cluster.members.map(({ id }) => ({
      memberId: id,
      name: "db1",
      before: setting,
      after: setting,
    })),
  };
  return store(async (unit) => {
    const drafted = {
      kind: "fix.apply",
      title: message("step.waiting"),
      clusterId: cluster.id,
      input: {},
    } as const;
    const asked = await unit.operations.enqueue(drafted);
    if (isRefusal(asked)) throw new Error(asked.message.text);
    const claimed = await unit.work.claim({ owner: "test", leaseSeconds: 60, limit: 50 });
    const found = claimed.find((one) => one.operation.id === asked.id);
    if (found !== undefined) await unit.work.finish(found.lease, { state: "succeeded", result });
    return asked.id;
  });
}

async function afterTooMany(asked: Does): Promise<Told> {
  let told = await asked();
  for (let tries = 0; tries < 30 && told.json.code !== "too_many_attempts"; tries += 1) told = await asked();
  return told;
}

const setRetentionAgain: Does = async () =>
  ask("setRetention", { ...(await ask("getRetention")).json, samplesDays: 8 });

/** A drill that was broken off; its id. */
async function addEndedDrill(): Promise<string> {
  const id = await addDrill(tested.database, cluster.id);
  const sentence = message("drill_found.none_lost", { acked: 0 });
  const verdict = { kind: "broken_off" as const, sentence, notes: [] };
  const unknown = { worstWriteGapMs: null, lostWrites: null, outcomes: null, samples: null };
  await store((unit) => unit.drills.end(id, { ...unknown, verdict, heal: "healed", endedAt: new Date() }));
  return id;
}

const ofRunningDrill = async (name: EndpointName): Promise<Told> =>
  ask(name, null, { id: await addDrill(tested.database, cluster.id) });

const moveLever: Does = async () =>
  ask("setDrillLever", { isHeld: (await ask("getDrillLever")).json.held === null });

const release: Does = () => ask("setDrillLever", { isHeld: false });

/** What is asked while the lever that stops every drill is held. */
async function whileHeld(asked: Does): Promise<Told> {
  await ask("setDrillLever", { isHeld: true });
  return asked().finally(release);
}

/** What is asked by several at once, until one of them is refused with `code`. */
async function whenAllAtOnce(code: ProblemCode, asked: Does): Promise<Told> {
  for (let tries = 0; tries < 50; tries += 1) {
    const told = await Promise.all(Array.from({ length: 8 }, asked));
    const refused = told.find((one) => one.json.code === code);
    if (refused !== undefined) return refused;
  }
  return asked();
}

/** By call and code, what is refused so. */
const rows: Rows = {
  registerCluster: {
    already_exists: () =>
      ask("registerCluster", { name: cluster.name, address: "db1", user: "root", password: "secret" }),
  },
  changeCluster: {
    conflict: () => whileAgentsDiffer(() => ask("changeCluster", { name: "another" })),
    revision_conflict: () => ask("changeCluster", { name: "another", revision: 99 }),
    already_exists: async () => {
      const { name } = await addCluster(tested.database);
      return ask("changeCluster", { name });
    },
  },
  checkVip: anotherProvider("checkVip"),
  applyVip: anotherProvider("applyVip"),
  changeVip: { vip_paused: () => whilePaused(() => ask("changeVip", { port: 3307, ...confirmed() })) },
  // The VIP is one of the agents.
  rebindVip: { conflict: () => ask("rebindVip", {}) },
  resumeVip: { vip_not_paused: () => ask("resumeVip", {}) },
  pauseVip: {
    vip_disabled: () => withVip({ enabled: false }, () => ask("pauseVip", confirmed())),
    vip_paused: () => whilePaused(() => ask("pauseVip", confirmed())),
  },
  checkVipMigration: otherProvider("checkVipMigration", () => ({})),
  migrateVip: otherProvider("migrateVip", () => confirmed()),
  checkProxy: anotherProxy("checkProxy"),
  installProxy: {
    ...anotherProxy("installProxy"),
    credentials_missing: () =>
      ask("installProxy", { proxy: { kind: "router", hostIds: [host.id] }, ...confirmed() }),
  },
  checkMigration: takenAddress("checkMigration"),
  migrateAddress: takenAddress("migrateAddress"),
  checkSwitchover: move("checkSwitchover", target),
  switchOver: move("switchOver", moved),
  checkRestart: move("checkRestart", target),
  restartCluster: {
    ...move("restartCluster", moved),
    credentials_missing: () => ask("restartCluster", moved()),
  },
  recoverCluster: { credentials_missing: () => ask("recoverCluster", moved()) },
  applyFix: { credentials_missing: () => ask("applyFix", { fix: "expel_timeout" }) },
  restoreFix: {
    credentials_missing: async () => ask("restoreFix", { operationId: await storeFix() }),
  },
  startDrill: {
    drills_not_allowed: () => ask("startDrill", drill()),
    drills_stopped: () => whileHeld(() => ask("startDrill", drill())),
  },
  getDrillGate: {
    drill_running: () => ofRunningDrill("getDrillGate"),
    drill_not_passed: async () => ask("getDrillGate", null, { id: await addEndedDrill() }),
  },
  getDrillSamplesCsv: { conflict: () => ofRunningDrill("getDrillSamplesCsv") },
  getDrillSamples: { conflict: () => ofRunningDrill("getDrillSamples") },
  setDrillLever: {
    // Which of them came last is open.
    revision_conflict: () => whenAllAtOnce("revision_conflict", moveLever).finally(release),
  },
  createDrillSeries: {
    drills_not_allowed: () => ask("createDrillSeries", series()),
    drills_stopped: () => whileHeld(() => ask("createDrillSeries", series())),
  },
  startBenchmark: {
    credentials_missing: () => ask("startBenchmark", benchmark()),
    in_use: fromBusyHost,
  },
  pauseBenchmark: { operation_finished: () => whileEnded("pauseBenchmark") },
  resumeBenchmark: { operation_finished: () => whileEnded("resumeBenchmark") },
  removeBenchmark: {
    in_use: async () => ask("removeBenchmark", null, { id: await addBenchmark(tested.database, cluster.id) }),
  },
  deletePluginLibrary: { library_in_use: ofUsedLibrary },
  createHosts: {
    already_exists: () => ask("createHosts", { hosts: [{ ...hostDraft(), name: host.name }] }),
  },
  changeHost: {
    conflict: () => whileAgentsDiffer(() => ask("changeHost", { name: "another" }, { id: host.id })),
    already_exists: () => ask("changeHost", { name: host.name }, { id: spare.id }),
  },
  deleteHost: { in_use: () => ask("deleteHost", null, { id: host.id }) },
  scanHostKey: { host_unreachable: () => ask("scanHostKey", { address: "127.0.0.1", sshPort: 1 }) },
  testHost: withoutAccess("testHost"),
  installAgent: {
    already_exists: async () => {
      const { id } = await addHost(tested.database);
      await store((unit) => unit.agents.setState(id, "silent", { version: "1.0.0", protocol: 2 }));
      return ask("installAgent", {}, { id });
    },
    ...withoutAccess("installAgent"),
  },
  upgradeAgent: withoutAgent("upgradeAgent"),
  repairAgent: withoutAgent("repairAgent"),
  removeAgent: withoutAgent("removeAgent"),
  enableOperator: withoutAgent("enableOperator"),
  disableOperator: withoutAgent("disableOperator"),
  cancelOperation: {
    operation_finished: async () => {
      const begun = await ask("testHost", {}, { id: spare.id });
      const { operation } = { operation: { id: "" }, ...begun.json };
      await ask("cancelOperation", {}, { id: operation.id });
      return ask("cancelOperation", {}, { id: operation.id });
    },
  },
  setRetention: { revision_conflict: () => whenAllAtOnce("revision_conflict", setRetentionAgain) },
  setUp: { setup_done: () => ask("setUp", { name: "second", password }) },
  signIn: {
    setup_needed: async () => {
      const empty = await openConsole({ isEmpty: true });
      const body = { name: "a", password };
      return empty.ask("POST", "/session", { body }).finally(() => empty.close());
    },
    too_many_attempts: () => afterTooMany(() => ask("signIn", { name: "the viewer", password: "wrong" })),
    sign_in_failed: () => ask("signIn", { name: "nobody", password: "wrong" }),
  },
  signOut: { conflict: () => byToken("signOut", null) },
  changeProfile: {
    conflict: () => byToken("changeProfile", { theme: "dark" }),
    too_many_attempts: () =>
      afterTooMany(() => ask("changeProfile", { currentPassword: "wrong", newPassword: "green round lamp" })),
  },
  createUser: {
    conflict: () => byToken("createUser", { name: "another", role: "viewer", password }),
    already_exists: () => ask("createUser", { name: "the viewer", role: "viewer", password }),
  },
  changeUser: {
    conflict: () =>
      byToken("changeUser", { password: "green round lamp" }, { id: tested.people.viewer.user.id }),
    last_admin: () => ask("changeUser", { role: "viewer" }, { id: tested.people.admin.user.id }),
  },
  deleteUser: { last_admin: () => ask("deleteUser", null, { id: tested.people.admin.user.id }) },
  addEndpoint: {
    already_exists: async () => {
      const body = { name: "load balancer", address: "10.77.0.60", port: 3306 };
      await ask("addEndpoint", body);
      return ask("addEndpoint", { ...body, name: "another" });
    },
  },
  createToken: {
    conflict: () => byToken("createToken", { name: "x", role: "viewer", expiresAt: "2099-01-01T00:00:00Z" }),
  },
};

describe("what a call declares that it can be refused with of its own", () => {
  const declared = listEndpoints().flatMap(([name, { refusals }]) =>
    refusals.map((code) => ({ name, code, asked: rows[name]?.[code] })),
  );

  it.each(declared)("happens: $name with $code", async ({ name, code, asked }) => {
    if (asked === undefined) throw new Error(`nobody asks ${name} for what is refused with ${code}`);
    const told = await asked();
    expect([told.status >= 400, told.json.code]).toEqual([true, code]);
  });

  it("is all that is asked for here", () => {
    const listed = Object.entries(rows).flatMap(([name, codes]) =>
      Object.keys(codes).map((code) => `${name} ${code}`),
    );
    expect(listed.toSorted()).toEqual(declared.map(({ name, code }) => `${name} ${code}`).toSorted());
  });
});
