import { BenchmarkSamples, message, type RunCounters } from "@primacy/contract";
import { newId, type SourceSecond, systemActor, type UnitOfWork } from "@primacy/db";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openConsole, type TestConsole } from "../../../server/testing/open-console";
import { addBenchmark, addCluster, addHost } from "../../../server/testing/register";

let tested: TestConsole;
let id: string;
let member: string;
let memberHost: string;
let load: string;
let names: readonly string[];
const runIds = [newId(), newId()];
const counters: RunCounters = {
  transactions: 4,
  status: { primary: { Questions: 80 }, secondaries: null },
  statements: null,
  work: null,
};
const formula = '=cmd("x"), y';

const secondsOf = (from: number, to: number, values: SourceSecond["values"]): SourceSecond[] =>
  Array.from({ length: to - from + 1 }, (_, index) => ({ second: from + index, values }));

const store = <T>(act: (unit: UnitOfWork) => Promise<T>): Promise<T> =>
  tested.database.transact(systemActor("test"), act);
const viewer = () => ({ token: tested.people.viewer.token });
const ask = async (path: string) => {
  const answer = await tested.send("GET", `/benchmarks/${id}/${path}`, viewer());
  return { answer, text: await answer.text() };
};

beforeAll(async () => {
  tested = await openConsole();
  const hosts = [await addHost(tested.database), await addHost(tested.database)];
  const { id: clusterId, members } = await addCluster(tested.database, hosts.slice(0, 1));
  [member, load] = [members[0]?.id ?? "", hosts[1]?.id ?? ""];
  [memberHost, names] = [hosts[0]?.id ?? "", hosts.map(({ name }) => name)];
  const way = { way: "custom", name: "db1", address: "10.0.0.1", port: 3306 } as const;
  const ref = { kind: "custom", address: "10.0.0.1", port: 3306 } as const;
  id = await addBenchmark(tested.database, clusterId, {
    name: "<img src=x onerror=alert(1)>",
    warmupSeconds: 1,
    loadHostId: load,
    arms: [
      { name: formula, endpoints: [{ ref, ...way }] },
      { name: "VIP", endpoints: [{ ref, ...way }] },
    ],
  });
  const second = { threads: 4, qps: 20, latencyMs: null, errors: 0, reconnects: null };
  await store(async (unit) => {
    await unit.benchmarks.addRuns(
      id,
      runIds.map((runId, arm) => ({ id: runId, ordinal: arm, block: 0, threads: 4, arm })),
    );
    for (const runId of runIds) await unit.benchmarks.startRun(runId);
    await unit.benchmarks.recordSeconds(
      runIds[0] ?? "",
      Array.from({ length: 130 }, (_, index) => ({ second: index + 1, tps: index * 2, ...second })),
    );
    await unit.benchmarks.recordSources(runIds[0] ?? "", [
      { kind: "host", id: load, seconds: secondsOf(1, 130, { cpu: 0.5, networkOut: 2_000 }) },
      { kind: "host", id: memberHost, seconds: secondsOf(2, 3, { cpu: 0.25 }) },
      { kind: "member", id: member, seconds: secondsOf(1, 1, { primary: 1, apply: 7 }) },
    ]);
    await unit.benchmarks.setCounters(runIds[0] ?? "", counters);
    await unit.benchmarks.endRun(runIds[1] ?? "", {
      state: "void",
      figures: null,
      reason: message("why.benchmark_primary_moved", { before: "db1", after: "db2" }),
    });
  });
});
afterAll(() => tested.close());

describe("what a benchmark is taken away in", () => {
  it("has a line for each second of each run, and none thinned away", async () => {
    const { answer, text } = await ask("samples.csv");
    const lines = text.trimEnd().split("\r\n");
    expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(answer.headers.get("content-disposition")).toBe(
      `attachment; filename="benchmark-${id}-samples.csv"`,
    );
    expect(lines[0]).toBe(
      "run,block,threads,arm,state,second,is_warmup,active_threads,tps,qps,latency_p95_ms,errors_per_s,reconnects_per_s",
    );
    expect(lines).toHaveLength(131);
    // A spreadsheet would run what begins with an equals sign.
    expect(lines[1]).toBe(`1,1,4,"'=cmd(""x""), y",running,1,true,4,0,20,,0,`);
    expect(lines.at(-1)).toContain(",running,130,false,4,258,20,,0,");
  });

  it("has a line for each second of each host and member, with its name, its role and what was measured", async () => {
    const { answer, text } = await ask("hosts.csv");
    const [header = "", ...lines] = text.trimEnd().split("\r\n");
    expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(header).toBe(
      "run,block,threads,arm,state,kind,id,name,role,second,is_warmup,is_primary,cpu_share,steal_share,network_in_bytes_per_s,network_out_bytes_per_s,disk_read_bytes_per_s,disk_write_bytes_per_s,disk_busy_share,memory_available_bytes,certify_queue,apply_queue,throttled_per_s",
    );
    expect(lines).toHaveLength(133);
    expect(new Set(lines.map((line) => line.split(",").length))).toEqual(
      new Set([header.split(",").length + 1]),
    );
    const tail = (part: string) =>
      lines.filter((line) => line.includes(part)).map((line) => line.split(",running,")[1]);
    expect(tail(`host,${load}`).slice(0, 2)).toEqual([
      `host,${load},${names[1]},load,1,true,,0.5,,,2000,,,,,,,`,
      `host,${load},${names[1]},load,2,false,,0.5,,,2000,,,,,,,`,
    ]);
    expect(tail(`host,${load}`)).toHaveLength(130);
    expect(tail(`host,${memberHost}`)[0]).toBe(
      `host,${memberHost},${names[0]},primary,2,false,,0.25,,,,,,,,,,`,
    );
    expect(tail("member,")).toEqual([`member,${member},${names[0]},primary,1,true,true,,,,,,,,,,7,`]);
  });

  it("has a line for each run, also one that counts for nothing, with the reason", async () => {
    const { text } = await ask("runs.csv");
    const lines = text.trimEnd().split("\r\n");
    expect(lines).toHaveLength(3);
    expect(lines[0]).toContain("run,block,threads,arm,state,started_at,ended_at,seconds,transactions,tps");
    expect(lines[2]).toMatch(/^2,1,4,VIP,void,.*db1.*db2/);
  });

  it("has all of it as JSON that is as the contract declares it", async () => {
    const { answer, text } = await ask("samples.json");
    expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
    const told = BenchmarkSamples.parse(JSON.parse(text));
    expect(told.benchmark).toMatchObject({ id, answer: { wholeBlocks: 0 } });
    expect(told.runs.map(({ runId, samples }) => [runId, samples.length])).toEqual([
      [runIds[0], 130],
      [runIds[1], 0],
    ]);
    expect(told.runs[0]?.samples[2]).toMatchObject({ second: 3, tps: 4, latencyMs: null });
    expect(told.runs.map((run) => run.counters)).toEqual([counters, null]);
    const sources = told.runs[0]?.sources ?? [];
    expect(sources.map(({ kind, name, role, samples }) => [kind, name, role, samples.length]).sort()).toEqual(
      [
        ["host", names[1], "load", 130],
        ["host", names[0], "primary", 2],
        ["member", names[0], "primary", 1],
      ].sort(),
    );
    expect(sources.find(({ kind }) => kind === "member")?.samples).toEqual([
      { second: 1, isPrimary: true, certify: null, apply: 7, throttled: null },
    ]);
    expect(sources.find(({ id: source }) => source === load)?.samples[129]).toMatchObject({
      ...{ second: 130, cpu: 0.5, networkOut: 2_000, steal: null },
    });
    expect(told.runs[1]?.sources).toEqual([]);
    expect(text).not.toContain("a secret of the benchmark");
  });

  it("tells of one run what the servers counted, and refuses a run of another benchmark", async () => {
    const path = `counters?run=${runIds[0]}`;
    expect(JSON.parse((await ask(path)).text)).toEqual({ runId: runIds[0], counters });
    expect(JSON.parse((await ask(`counters?run=${runIds[1]}`)).text).counters).toBeNull();
    expect((await ask(`counters?run=${newId()}`)).answer.status).toBe(404);
    expect((await tested.ask("GET", `/benchmarks/${newId()}/${path}`, viewer())).status).toBe(404);
    expect((await tested.ask("GET", `/benchmarks/${id}/${path}`)).status).toBe(401);
  });

  it("has a page in the language that is asked for, shown in the browser under a policy of its own", async () => {
    const { answer, text } = await ask("report?language=zh");
    expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(answer.headers.get("content-disposition")).toContain("inline;");
    expect(answer.headers.get("content-security-policy")).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(text).toContain('<html lang="zh-CN">');
    expect(text).not.toContain("<img");
    expect((await ask("report")).text).toContain('<html lang="en">');
    expect((await ask("report?language=fr")).answer.status).toBe(422);
  });

  it.each(["report", "runs.csv", "samples.csv", "hosts.csv", "samples.json"])(
    "is a problem where there is no benchmark: %s",
    async (file) => {
      const told = await tested.ask("GET", `/benchmarks/${newId()}/${file}`, viewer());
      expect([told.status, told.json.title]).toEqual([404, "There is no such benchmark."]);
      expect((await tested.ask("GET", `/benchmarks/${id}/${file}`)).status).toBe(401);
    },
  );
});
