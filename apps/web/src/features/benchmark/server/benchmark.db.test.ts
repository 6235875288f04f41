import {
  Accepted,
  BenchmarkFields,
  BenchmarkQueue,
  type Host,
  isRefusal,
  message,
  operationPasswordName,
  type Vip,
} from "@primacy/contract";
import { type ClusterRecord, newId, systemActor, type UnitOfWork } from "@primacy/db";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { openConsole, type TestConsole, type Told } from "../../../server/testing/open-console";
import { readStream } from "../../../server/testing/read-stream";
import { addBenchmark, addCluster, addHost, addVip } from "../../../server/testing/register";

let tested: TestConsole;
let hosts: readonly Host[];
let loadHost: Host;
let cluster: ClusterRecord;
let vip: Vip;
beforeAll(async () => {
  tested = await openConsole();
  await tested.announceWorker();
  const { database } = tested;
  loadHost = await addHost(database);
  hosts = [await addHost(database), await addHost(database)];
  cluster = await addCluster(database, hosts);
  vip = await addVip(database, cluster.id);
});
afterAll(() => tested.close());

const PAGE = { after: null, limit: 50 };
const operator = () => ({ token: tested.people.operator.token });
const viewer = () => ({ token: tested.people.viewer.token });
const store = <T>(act: (unit: UnitOfWork) => Promise<T>): Promise<T> =>
  tested.database.transact(systemActor("test"), act);

const started: string[] = [];
/** What was started is cancelled: the next test finds cluster and hosts free again. */
afterEach(async () => {
  for (const id of started.splice(0)) await tested.ask("POST", `/operations/${id}/cancel`, operator());
});

const fields = (changes: object = {}) => ({
  name: "VIP against direct",
  loadHostId: loadHost.id,
  workload: { tool: "sysbench", tables: 2 },
  arms: [
    { name: "direct", endpoints: [{ kind: "member", memberId: cluster.members[0]?.id }] },
    { name: "VIP", endpoints: [{ kind: "vip", vipId: vip.id }] },
    { name: "proxy", endpoints: [{ kind: "custom", address: "10.77.0.21", port: 6446 }] },
  ],
  ...changes,
});
const administrator = { user: "root", password: "a password of an administrator" };
const ordered = (changes: object = {}) => fields({ confirm: cluster.name, administrator, ...changes });

async function ask(place: "" | "/check", body: object): Promise<Told> {
  const told = await tested.ask("POST", `/clusters/${cluster.id}/benchmarks${place}`, {
    ...operator(),
    body,
  });
  if (told.status === 202) started.push(Accepted.parse(told.json).operation.id);
  return told;
}

/** Takes up an operation as the worker would, and ends it. */
async function takeUp(
  id: string | undefined,
): Promise<{ readonly input: unknown; readonly password: string | null }> {
  return store(async (unit) => {
    const claimed = await unit.work.claim({ owner: "test", leaseSeconds: 60, limit: 50 });
    const password = await unit.work.findSecret(id ?? "", operationPasswordName);
    for (const { lease } of claimed) await unit.work.finish(lease, { state: "cancelled" });
    return { input: claimed.find((one) => one.operation.id === id)?.input, password };
  });
}

describe("a cluster that is marked as production", () => {
  const admin = () => ({ token: tested.people.admin.token });
  const mark = (isProduction: boolean) =>
    tested.ask("PATCH", `/clusters/${cluster.id}`, { ...admin(), body: { isProduction } });

  it("has no server restarted and no cache dropped by a benchmark, whether it is checked or ordered", async () => {
    expect((await mark(true)).json).toMatchObject({ isProduction: true, name: cluster.name });
    try {
      for (const hygiene of ["restart_servers", "drop_caches"])
        for (const told of [await ask("/check", fields({ hygiene })), await ask("", ordered({ hygiene }))]) {
          expect(told.status).toBe(422);
          expect(told.json.errors).toMatchObject([{ path: "/hygiene", code: "benchmark_production" }]);
        }
      expect((await ask("/check", fields({ hygiene: "fresh_tables" }))).status).toBe(202);
    } finally {
      await mark(false);
    }
    expect((await ask("/check", fields({ hygiene: "restart_servers" }))).status).toBe(202);
  });

  it("is marked by an administrator alone", async () => {
    const told = await tested.ask("PATCH", `/clusters/${cluster.id}`, {
      ...operator(),
      body: { isProduction: true },
    });
    expect(told.status).toBe(403);
  });
});

describe("the endpoints of a cluster", () => {
  it("are its members by the names of their hosts, and its VIPs", async () => {
    const told = await tested.ask("GET", `/clusters/${cluster.id}/endpoints`, viewer());
    const direct = cluster.members.map(({ id, address, port, hostName }) => ({
      ref: { kind: "member", memberId: id },
      way: "direct",
      name: hostName,
      address,
      port,
    }));
    const floating = { way: "write_vip", name: vip.address, address: vip.address, port: vip.port };
    expect(told.json.items).toMatchObject([...direct, { ref: { kind: "vip", vipId: vip.id }, ...floating }]);
  });

  it("are there for no cluster that is not", async () => {
    const told = await tested.ask("GET", `/clusters/${newId()}/endpoints`, viewer());
    expect([told.status, told.json.code]).toEqual([404, "not_found"]);
  });
});

describe("an order of a benchmark", () => {
  it("starts an operation about the cluster and the load host, with the account that came with it", async () => {
    const told = await ask("", ordered({ seed: 7, threads: [4, 16] }));
    expect(told.status).toBe(202);
    const { operation } = Accepted.parse(told.json);
    expect(operation).toMatchObject({
      kind: "benchmark",
      clusterId: cluster.id,
      hostId: loadHost.id,
      hostName: loadHost.name,
      title: { params: { cluster: cluster.name } },
    });
    const { input, password } = await takeUp(operation.id);
    expect(input).toEqual({ ...BenchmarkFields.parse(fields({ seed: 7, threads: [4, 16] })), user: "root" });
    expect(password).toBe(administrator.password);
    const { items } = await tested.database.audit.list({ action: "benchmark" }, PAGE);
    expect(items[0]).toMatchObject({ targetName: cluster.name, detail: { operationId: operation.id } });
    expect(JSON.stringify(items)).not.toContain(administrator.password);
  });

  it("has a seed of its own where none was given, and the kept account where none came with it", async () => {
    await store((unit) => unit.clusters.setCredential(cluster.id, "administrator", administrator));
    const seeds: unknown[] = [];
    for (const _ of [1, 2]) {
      const told = await ask("", fields({ confirm: cluster.name }));
      const { input, password } = await takeUp(started[0]);
      expect([told.status, password]).toEqual([202, null]);
      expect(input).toMatchObject({ user: null, seed: expect.any(Number) });
      seeds.push(z.object({ seed: z.number() }).parse(input).seed);
      started.length = 0;
    }
    await store((unit) => unit.clusters.forgetCredential(cluster.id, "administrator"));
    expect(new Set(seeds).size).toBe(2);
  });

  it("waits its turn behind another that has the cluster or the load host: for whom, how long about, and until it is cancelled", async () => {
    const size = { threads: [4], blocks: 2, runSeconds: 60, warmupSeconds: 0 };
    const ids: string[] = [];
    for (const name of ["first", "second", "third"]) {
      const told = await ask("", ordered({ name, ...size }));
      const { operation } = Accepted.parse(told.json);
      expect([told.status, operation.state]).toEqual([202, "queued"]);
      ids.push(operation.id);
    }
    const queue = async (id = cluster.id) =>
      BenchmarkQueue.parse((await tested.ask("GET", `/clusters/${id}/benchmarks/queue`, viewer())).json)
        .items;
    // Three arms, two blocks, and two seconds between runs.
    expect(
      (await queue()).map(({ id, waitsFor, startsInSeconds }) => [
        id,
        waitsFor.map((one) => one.name),
        startsInSeconds,
      ]),
    ).toEqual([
      [ids[1], ["first"], 372],
      [ids[2], ["first", "second"], 744],
    ]);
    const place = async (loadHostId: string) => {
      const path = `/clusters/${cluster.id}/benchmarks/queue?loadHostId=${loadHostId}`;
      const { next } = BenchmarkQueue.parse((await tested.ask("GET", path, viewer())).json);
      return [next?.waitsFor.map(({ name }) => name), next?.startsInSeconds];
    };
    // Before it is ordered: whichever load host it has, the cluster is not free.
    for (const host of [loadHost.id, newId()])
      expect(await place(host)).toEqual([["first", "second", "third"], 1_116]);
    const other = await addCluster(tested.database, [await addHost(tested.database)]);
    const arms = [{ name: "a", endpoints: fields().arms[2]?.endpoints }];
    const body = ordered({ name: "elsewhere", confirm: other.name, arms });
    const told = await tested.ask("POST", `/clusters/${other.id}/benchmarks`, { ...operator(), body });
    started.push(Accepted.parse(told.json).operation.id);
    expect((await queue(other.id))[0]?.waitsFor.map(({ id, clusterId }) => [id, clusterId])).toEqual(
      ids.map((id) => [id, cluster.id]),
    );
    await tested.ask("POST", `/operations/${ids[1]}/cancel`, operator());
    expect((await queue()).map(({ id }) => id)).toEqual([ids[2]]);
    expect((await tested.ask("GET", `/clusters/${newId()}/benchmarks/queue`, viewer())).status).toBe(404);
  });

  it("is refused while an operation that is no benchmark has the cluster or the load host", async () => {
    const busy = await store((unit) =>
      unit.operations.enqueue({
        kind: "switchover",
        title: message("step.waiting"),
        clusterId: cluster.id,
        hostId: loadHost.id,
        input: {},
      }),
    );
    if (!isRefusal(busy)) started.push(busy.id);
    expect((await ask("", ordered())).json.code).toBe("cluster_busy");
    const other = await addCluster(tested.database, [await addHost(tested.database)]);
    const body = ordered({
      confirm: other.name,
      arms: [{ name: "a", endpoints: fields().arms[2]?.endpoints }],
    });
    const told = await tested.ask("POST", `/clusters/${other.id}/benchmarks`, { ...operator(), body });
    expect([told.status, told.json.code]).toEqual([409, "in_use"]);
    // Looking disturbs nobody.
    expect((await ask("/check", fields())).status).toBe(202);
  });

  it("is checked without an account and without the cluster's name", async () => {
    const told = await ask("/check", fields());
    expect(told.status).toBe(202);
    const { operation } = Accepted.parse(told.json);
    expect(operation).toMatchObject({ kind: "benchmark.check", clusterId: cluster.id, hostId: loadHost.id });
    expect((await takeUp(operation.id)).input).toEqual(BenchmarkFields.parse(fields()));
  });

  it("of a program of one's own is taken from an operator alone, as it is given, and from nobody with a shell", async () => {
    const workload = {
      ...{ tool: "custom", program: "tpcc", parser: "go-tpc", run: ["run", "-H", "{host}", "it's; $(id)"] },
      password: { kind: "environment", variable: "TPCC_PASSWORD" },
    };
    const place = `/clusters/${cluster.id}/benchmarks`;
    for (const path of [place, `${place}/check`]) {
      const body = path === place ? ordered({ workload }) : fields({ workload });
      expect((await tested.ask("POST", path, { ...viewer(), body })).status).toBe(403);
    }
    const told = await ask("/check", fields({ workload }));
    const { input } = await takeUp(Accepted.parse(told.json).operation.id);
    expect(input).toMatchObject({ workload: { ...workload, isWriting: true } });
    const wrong = { ...workload, program: "/bin/sh", run: ["-c", "x -p{password}"] };
    expect((await ask("/check", fields({ workload: wrong }))).json).toMatchObject({
      code: "validation_failed",
      errors: [
        { path: "/workload/program", code: "benchmark_shell" },
        { path: "/workload/run/1", code: "benchmark_password_argument" },
      ],
    });
  });

  it("tells of everything that stands against it at once", async () => {
    const stranger = newId();
    const another = await addForeignVip();
    const request = fields({
      loadHostId: stranger,
      arms: [
        ...fields().arms,
        {
          name: "others",
          endpoints: [
            { kind: "vip", vipId: another },
            { kind: "member", memberId: stranger },
          ],
        },
      ],
    });
    const told = await ask("", { ...request, confirm: "another cluster" });
    expect(told.json).toMatchObject({
      code: "validation_failed",
      errors: [
        { path: "/loadHostId", code: "not_found" },
        { path: "/arms/3/endpoints/0", code: "benchmark_endpoint_unknown" },
        { path: "/arms/3/endpoints/1", code: "benchmark_endpoint_unknown" },
        { path: "/confirm", code: "confirm_mismatch" },
        { path: "", code: "credentials_missing" },
      ],
    });
    expect((await ask("/check", request)).json.errors).toMatchObject([
      { path: "/loadHostId" },
      { path: "/arms/3/endpoints/0" },
      { path: "/arms/3/endpoints/1" },
    ]);
  });
});

/** A VIP of another cluster. */
async function addForeignVip(): Promise<string> {
  const { id } = await addCluster(tested.database);
  const created = await store((unit) =>
    unit.vips.create(id, {
      provider: "agent",
      kind: "write",
      address: "10.77.0.200",
      prefixLength: 24,
      port: 3306,
      nics: {},
      onRelease: "cut",
    }),
  );
  return "id" in created ? created.id : "";
}

describe("a benchmark", () => {
  it("is listed without its runs, newest first, and shown with them and what they come to", async () => {
    const { id: clusterId } = await addCluster(tested.database);
    const ids: string[] = [];
    for (const name of ["one", "two", "three"])
      ids.unshift(await addBenchmark(tested.database, clusterId, { name }));
    const list = (query: string) =>
      tested.ask("GET", `/clusters/${clusterId}/benchmarks?limit=2${query}`, viewer());
    const first = await list("");
    expect(first.json.items).toMatchObject([{ id: ids[0], runsTotal: 2 }, { id: ids[1] }]);
    const rest = await list(`&cursor=${first.json.nextCursor}`);
    expect(rest.json).toMatchObject({ items: [{ id: ids[2] }], nextCursor: null });
    const run = { id: newId(), ordinal: 0, block: 0, threads: 4, arm: 0 };
    await store((unit) => unit.benchmarks.addRuns(ids[0] ?? "", [run]));
    const told = await tested.ask("GET", `/benchmarks/${ids[0]}`, viewer());
    expect(told.json).toMatchObject({ name: "three", runs: [{ ...run, state: "waiting" }] });
    expect(told.json.answer).toEqual({ differences: [], wholeBlocks: 0, voidBlocks: 0 });
    expect(JSON.stringify(told.json)).not.toContain("a secret of the benchmark");
  });

  it("shows the curves of one block and thread count", async () => {
    const id = await addBenchmark(tested.database, cluster.id);
    const run = { id: newId(), ordinal: 0, block: 1, threads: 4, arm: 0 };
    const second = { threads: 4, qps: 20, latencyMs: null, errors: 0, reconnects: null };
    await store(async (unit) => {
      await unit.benchmarks.addRuns(id, [run]);
      await unit.benchmarks.recordSeconds(run.id, [
        { second: 1, tps: 5, ...second },
        { second: 2, tps: 7, ...second },
      ]);
    });
    const curves = (query: string) => tested.ask("GET", `/benchmarks/${id}/series?${query}`, viewer());
    expect((await curves("block=1&threads=4")).json).toMatchObject({
      runs: [
        {
          runId: run.id,
          arm: 0,
          stepSeconds: 1,
          points: [{ second: 1 }, { tps: { mean: 7 }, latencyMs: null }],
        },
      ],
    });
    expect((await curves("block=0&threads=4")).json).toEqual({ runs: [] });
    expect((await curves(`block=${Number.MAX_SAFE_INTEGER}&threads=4`)).json).toEqual({ runs: [] });
    expect((await curves("block=-1&threads=many")).json.errors).toMatchObject([
      { path: "/block" },
      { path: "/threads" },
    ]);
  });

  it("shows what its hosts and members did during a run, by the names of the hosts and what each was to it", async () => {
    const id = await addBenchmark(tested.database, cluster.id, { loadHostId: loadHost.id });
    const run = { id: newId(), ordinal: 0, block: 0, threads: 4, arm: 0 };
    const [first, second] = cluster.members;
    const hostOf = (hostId: string | null | undefined, cpu: number) => ({
      kind: "host" as const,
      id: hostId ?? "",
      seconds: [{ second: 1, values: { cpu } }],
    });
    const memberOf = (memberId: string | undefined, primary: number) => ({
      kind: "member" as const,
      id: memberId ?? "",
      seconds: [{ second: 1, values: { primary, apply: 5 } }],
    });
    await store(async (unit) => {
      await unit.benchmarks.addRuns(id, [run]);
      await unit.benchmarks.recordSources(run.id, [
        hostOf(first?.hostId, 0.25),
        hostOf(second?.hostId, 0.5),
        hostOf(loadHost.id, 0.75),
        memberOf(first?.id, 0),
        memberOf(second?.id, 1),
      ]);
    });
    const ask = (query: string) => tested.ask("GET", `/benchmarks/${id}/hosts?${query}`, viewer());
    const told = await ask(`run=${run.id}&metric=cpu`);
    const point = (value: number) => ({ second: 1, figure: { min: value, mean: value, max: value } });
    expect(told.json).toEqual({
      runId: run.id,
      metric: "cpu",
      stepSeconds: 1,
      curves: [
        { id: loadHost.id, name: loadHost.name, role: "load", points: [point(0.75)] },
        { id: second?.hostId, name: second?.hostName, role: "primary", points: [point(0.5)] },
        { id: first?.hostId, name: first?.hostName, role: "secondary", points: [point(0.25)] },
      ],
    });
    expect((await ask(`run=${run.id}&metric=apply`)).json.curves).toMatchObject([
      { id: second?.id, name: second?.hostName, role: "primary", points: [point(5)] },
      { id: first?.id, role: "secondary" },
    ]);
    expect((await ask(`run=${newId()}&metric=cpu`)).status).toBe(404);
    expect((await ask(`run=${run.id}&metric=fans`)).json.errors).toMatchObject([{ path: "/metric" }]);
  });

  it("is paused and resumed by an operator, which names who did it, and never once it has ended", async () => {
    const id = await addBenchmark(tested.database, cluster.id, { name: "to be paused" });
    const change = (verb: "pause" | "resume", who = operator()) =>
      tested.ask("POST", `/benchmarks/${id}/${verb}`, who);
    const shown = async () => (await tested.ask("GET", `/benchmarks/${id}`, viewer())).json.pause;
    expect(await shown()).toBeNull();
    expect((await change("pause", viewer())).status).toBe(403);
    expect((await change("pause")).status).toBe(204);
    const paused = await shown();
    expect(paused).toEqual({ by: "token of the operator", at: expect.any(String) });
    // Who pauses again changes nothing.
    expect((await change("pause")).status).toBe(204);
    expect(await shown()).toEqual(paused);
    expect((await change("resume")).status).toBe(204);
    expect((await change("resume")).status).toBe(204);
    expect(await shown()).toBeNull();
    await change("pause");
    await store((unit) => unit.benchmarks.finish(id, "cancelled"));
    expect(await shown()).toBeNull();
    for (const verb of ["pause", "resume"] as const)
      expect((await change(verb)).json.code).toBe("operation_finished");
    const { items } = await tested.database.audit.list({ action: "benchmark.pause" }, PAGE);
    expect(items[0]).toMatchObject({ targetKind: "benchmark", targetId: id, targetName: "to be paused" });
  });

  it("is deleted with all of it once it has ended, which is audited", async () => {
    const id = await addBenchmark(tested.database, cluster.id, { name: "to be deleted" });
    const remove = () => tested.ask("DELETE", `/benchmarks/${id}`, operator());
    const refused = await remove();
    expect(refused.json).toMatchObject({ code: "in_use", errors: [{ code: "benchmark_running" }] });
    await store((unit) => unit.benchmarks.finish(id, "failed"));
    expect((await tested.ask("DELETE", `/benchmarks/${id}`, viewer())).status).toBe(403);
    expect((await remove()).status).toBe(204);
    expect((await tested.ask("GET", `/benchmarks/${id}`, viewer())).status).toBe(404);
    const { items } = await tested.database.audit.list({ action: "benchmark.delete" }, PAGE);
    expect(items).toMatchObject([
      {
        actorName: "token of the operator",
        targetKind: "benchmark",
        targetId: id,
        targetName: "to be deleted",
      },
    ]);
  });

  it.each([
    ["GET", () => `/clusters/${newId()}/benchmarks`, "There is no such cluster."],
    ["GET", () => `/benchmarks/${newId()}`, "There is no such benchmark."],
    ["GET", () => `/benchmarks/${newId()}/series?block=0&threads=4`, "There is no such benchmark."],
    ["DELETE", () => `/benchmarks/${newId()}`, "There is no such benchmark."],
    ["POST", () => `/benchmarks/${newId()}/pause`, "There is no such benchmark."],
    ["POST", () => `/benchmarks/${newId()}/resume`, "There is no such benchmark."],
  ])("that is not there is told so: %s", async (method, path, text) => {
    const told = await tested.ask(method, path(), operator());
    expect([told.status, told.json.title]).toEqual([404, text]);
  });
});

describe("the console's stream", () => {
  const isOf = (id: string) => (frame: { readonly data: Record<string, unknown> }) =>
    frame.data.kind === "benchmark" && frame.data.benchmarkId === id;

  it("tells of each change of a benchmark, and of its cluster", async () => {
    const stream = readStream(await tested.send("GET", "/stream", viewer()));
    await stream.find(({ data }) => data.kind === "cluster");
    const id = await addBenchmark(tested.database, cluster.id);
    await stream.find(isOf(id));
    // Each comes as soon as the one before it was told: none may fall between.
    for (let ordinal = 0; ordinal < 30; ordinal += 1) {
      const run = { id: newId(), ordinal, block: 0, threads: 4, arm: 0 };
      await store((unit) => unit.benchmarks.addRuns(id, [run]));
      const { data } = await stream.find(isOf(id));
      expect(data).toEqual({ kind: "benchmark", benchmarkId: id, clusterId: cluster.id });
    }
    await stream.cancel();
  });

  it("tells a reader that resumes of each benchmark whose operation is under way or ended meanwhile", async () => {
    const operation = await store((unit) =>
      unit.operations.enqueue({
        kind: "benchmark",
        title: message("operation.benchmark", { cluster: cluster.name }),
        clusterId: cluster.id,
        input: {},
      }),
    );
    const id = "id" in operation ? operation.id : "";
    started.push(id);
    const lastEventId = String(Date.now());
    const stream = readStream(await tested.send("GET", `/stream?lastEventId=${lastEventId}`, viewer()));
    await stream.find(isOf(id));
    await stream.cancel();
  });
});
