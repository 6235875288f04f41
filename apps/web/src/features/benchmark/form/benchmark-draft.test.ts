import { BenchmarkRequest } from "@primacy/contract";
import { describe, expect, it } from "vitest";
import { endpoints, picture } from "../benchmark.fixture";
import {
  armsOf,
  type BenchmarkDraft,
  changeFurther,
  chosenArms,
  defaultName,
  emptyAddress,
  emptyDraft,
  listThreads,
  toBenchmarkRequest,
  withArm,
  withBaseline,
  withFurther,
  withTypedArm,
} from "./benchmark-draft";
import { findProblems, listEmpty, placeOf } from "./benchmark-problems";

const words = {
  direct: "Direct",
  directTo: (name: string) => `Direct to ${name}`,
  vip: "VIP",
  readVip: "Read VIP",
  haproxy: "HAProxy",
  haproxyRead: "HAProxy reads",
  router: "Router",
  routerRead: "Router reads",
  routerSplit: "Router split",
};
const arms = armsOf(endpoints, picture.primaryMemberId, words);
const loadHostId = "0198f3f0-6d1e-7c3a-9f0e-000000000300";
const draft = emptyDraft(arms, loadHostId);
const keyOfArm = (name: string): string => arms.find((arm) => arm.name === name)?.key ?? "";

describe("the form of a benchmark", () => {
  it("proposes the primary's own address as the baseline against the write VIP, and offers every other endpoint", () => {
    expect(arms.map(({ name, isChosen }) => [name, isChosen])).toEqual([
      ["Direct", true],
      ["VIP", true],
      ["Direct to db2", false],
      ["Direct to db3", false],
    ]);
  });

  it("proposes names of which no two are the same, however many endpoints of one way there are", () => {
    const read = (address: string) =>
      ({
        ref: { kind: "vip", vipId: address },
        way: "read_vip",
        name: address,
        address,
        port: 3306,
      }) as const;
    const names = armsOf([read("10.86.0.101"), read("10.86.0.102")], null, words).map(({ name }) => name);
    expect(names).toEqual(["Read VIP", "Read VIP 10.86.0.102"]);
    const through = (proxyId: string, way: "write" | "read") =>
      ({
        ref: { kind: "proxy", proxyId, way },
        way: `haproxy_${way}`,
        name: "10.86.0.110",
        address: "10.86.0.110",
        port: 3307,
      }) as const;
    const ofProxy = armsOf([through("a", "read"), through("a", "write")], null, words);
    expect(ofProxy.map(({ key, name }) => [key, name])).toEqual([
      ["proxy:a:write", "HAProxy"],
      ["proxy:a:read", "HAProxy reads"],
    ]);
  });

  it("becomes a request that the API takes as it opens", () => {
    expect(BenchmarkRequest.parse(toBenchmarkRequest(draft))).toEqual({
      name: "Direct · VIP · oltp_read_write",
      loadHostId,
      workload: { tool: "sysbench", script: "oltp_read_write", tables: 4, tableSize: 10_000, options: {} },
      arms: [
        { name: "Direct", endpoints: [endpoints[0]?.ref] },
        { name: "VIP", endpoints: [endpoints[3]?.ref] },
      ],
      threads: [16],
      blocks: 6,
      runSeconds: 30,
      warmupSeconds: 5,
      hygiene: "keep_tables",
    });
  });

  it("sends what was typed: thread counts, options, a baseline of choice and an address", () => {
    const typed = withTypedArm(withBaseline({ ...draft, name: "Night" }, keyOfArm("VIP")), "Custom");
    const last = typed.arms.at(-1)?.key ?? "";
    const whole: BenchmarkDraft = {
      ...withArm(typed, last, { target: { kind: "typed", address: " 10.86.0.50 ", port: "6446" } }),
      threads: "16, 32；64",
      options: "--point-selects=5",
    };
    expect(toBenchmarkRequest(whole)).toMatchObject({
      name: "Night",
      workload: { options: { point_selects: 5 } },
      arms: [
        { name: "VIP" },
        { name: "Direct" },
        { name: "Custom", endpoints: [{ kind: "custom", address: "10.86.0.50", port: 6446 }] },
      ],
      threads: [16, 32, 64],
    });
  });

  it("sends the further addresses of an arm, ways of the cluster and typed ones, in their order", () => {
    const [first] = arms;
    if (first === undefined) throw new Error("there is no arm");
    const known = endpoints[1];
    if (known === undefined) throw new Error("there is no second endpoint");
    const two = withFurther(withFurther(first, { kind: "known", endpoint: known }), emptyAddress);
    const [, last] = two.more;
    const three = changeFurther(two, last?.key ?? "", {
      kind: "typed",
      address: " 10.86.0.50 ",
      port: "3306",
    });
    expect(new Set(three.more.map(({ key }) => key)).size).toBe(2);
    const request = toBenchmarkRequest(withArm(draft, first.key, three));
    expect(request.arms[0]?.endpoints).toEqual([
      endpoints[0]?.ref,
      known.ref,
      { kind: "custom", address: "10.86.0.50", port: 3306 },
    ]);
    const changed = withArm(draft, first.key, two);
    expect(placeOf("/arms/0/endpoints/2/address", changed)).toBe(`arm-address:${last?.key}`);
    expect(placeOf("/arms/0/endpoints/2/port", changed)).toBe(`arm-port:${last?.key}`);
    expect(placeOf("/arms/0/endpoints/1", changed)).toBe(`arm:${first.key}`);
    expect(listEmpty(changed)).toEqual(["/arms/0/endpoints/2/address"]);
    expect(changeFurther(three, last?.key ?? "", null).more).toHaveLength(1);
  });

  it("sends mysqlslap with what was typed for it, and no warm-up", () => {
    const slap: BenchmarkDraft = { ...draft, tool: "mysqlslap" };
    expect(BenchmarkRequest.parse(toBenchmarkRequest(slap))).toMatchObject({
      name: "Direct · VIP · mysqlslap mixed",
      workload: { tool: "mysqlslap", sql: { kind: "generated", load: "mixed", rows: 100 }, queries: 10_000 },
      warmupSeconds: 0,
    });
    const query = "insert into t1 set a='fooBa'";
    const given: BenchmarkDraft = { ...slap, slap: { ...slap.slap, kind: "given", query, create: " " } };
    expect(toBenchmarkRequest(given).workload).toEqual({
      tool: "mysqlslap",
      sql: { kind: "given", query },
      queries: 10_000,
      iterations: 3,
    });
    expect(
      findProblems({ ...given, slap: { ...given.slap, query: "/etc/passwd" } }).map(({ path }) => path),
    ).toEqual(["/workload/sql/query"]);
    expect(listEmpty({ ...given, warmupSeconds: "", slap: { ...given.slap, query: "" } })).toEqual([
      "/workload/sql/query",
    ]);
  });

  it("sends a program with one argument for each line, spaces within it and all", () => {
    const own = {
      ...draft.custom,
      program: " tpcc ",
      run: "run\n\n  -H {host} \n--time\n",
      variable: "TPCC_PASSWORD",
    };
    const custom: BenchmarkDraft = { ...draft, tool: "custom", custom: own };
    expect(BenchmarkRequest.parse(toBenchmarkRequest(custom))).toMatchObject({
      name: "Direct · VIP · tpcc",
      workload: {
        program: "tpcc",
        run: ["run", "-H {host}", "--time"],
        parser: "go-tpc",
        password: { kind: "environment", variable: "TPCC_PASSWORD" },
      },
    });
    const wrong = { ...own, program: "bash", run: "-p{password}", prepare: "{hots}", variable: "PATH" };
    const problems = findProblems({ ...custom, custom: wrong });
    expect(problems.map(({ path, code }) => [placeOf(path, custom), code])).toEqual([
      ["program", "benchmark_shell"],
      ["run", "benchmark_password_argument"],
      ["prepare", "benchmark_placeholder"],
      ["variable", "benchmark_variable"],
    ]);
  });

  it("gives a second address another name than the first, and takes one away", () => {
    const two = withTypedArm(withTypedArm(draft, "Custom"), "Custom");
    expect(two.arms.slice(-2).map(({ name }) => name)).toEqual(["Custom", "Custom 2"]);
    const left = withArm(two, two.arms.at(-2)?.key ?? "", null);
    expect(left.arms.at(-1)?.name).toBe("Custom 2");
    expect(new Set(withTypedArm(left, "Custom").arms.map(({ key }) => key)).size).toBe(left.arms.length + 1);
  });

  it("is called after its workload alone where its arms would be too long a name", () => {
    const long = withArm(draft, keyOfArm("Direct"), { name: "a".repeat(60) });
    expect(defaultName(long)).toBe("oltp_read_write");
  });

  it.each([
    ["16", [16]],
    ["16,32, 64", [16, 32, 64]],
    [" 8、16 ", [8, 16]],
    ["16 x", [16, -1]],
    ["", []],
  ])("reads the thread counts %j as %j", (text, counts) => {
    expect(listThreads(text)).toEqual(counts);
  });
});

describe("a problem of the request", () => {
  const mixed = withTypedArm(withArm(draft, keyOfArm("Direct"), { isChosen: false }), "Custom");
  const typed = chosenArms(mixed).at(-1)?.key;

  it.each([
    ["/name", "name"],
    ["/loadHostId", "loadHostId"],
    ["/workload/tableSize", "tableSize"],
    ["/workload/options/point_selects", "options"],
    ["/arms", "arms"],
    ["/arms/0/name", `arm-name:${keyOfArm("VIP")}`],
    ["/arms/0/endpoints/0", `arm:${keyOfArm("VIP")}`],
    ["/arms/1/endpoints/0/address", `arm-address:${typed}`],
    ["/arms/1/endpoints/0/port", `arm-port:${typed}`],
    ["/arms/1/endpoints/0", `arm-address:${typed}`],
    ["/arms/9/name", "arms"],
    ["/threads/0", "threads"],
    ["/runSeconds", "runSeconds"],
    ["/confirm", null],
    ["", null],
  ])("at %s is one of the field %s: arms are counted as they were sent", (pointer, place) => {
    expect(placeOf(pointer, mixed)).toBe(place);
  });

  it("is known before the API is asked, with its reasons at the fields", () => {
    expect(findProblems(draft)).toEqual([]);
    const wrong = { ...draft, threads: "16, x", blocks: "0", options: "threads=1" };
    expect(findProblems(wrong).map(({ path }) => path)).toEqual(["/threads/1", "/blocks"]);
    const nobody = { ...draft, loadHostId: null };
    expect(findProblems(nobody).map(({ path, code }) => [path, code])).toEqual([["/loadHostId", "required"]]);
    const alone = { ...draft, arms: arms.map((arm) => ({ ...arm, isChosen: false })) };
    expect(findProblems(alone).map(({ path, code }) => [path, code])).toEqual([["/arms", "required"]]);
  });

  it("is not told of a field in which nothing stands yet", () => {
    const empty = withTypedArm({ ...draft, blocks: " ", loadHostId: null }, "Custom");
    expect(listEmpty(empty)).toEqual(["/loadHostId", "/blocks", "/arms/2/endpoints/0/address"]);
  });
});
