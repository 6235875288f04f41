import { createHash } from "node:crypto";
import type { ArmCounters, BenchmarkDetail, Locale } from "@primacy/contract";
import { describe, expect, it } from "vitest";
import { finished, seriesOf, sysbenchLoad, system } from "../../benchmark.fixture";
import { slapBenchmark, tpcBenchmark } from "../../other-tools.fixture";
import { writeReport } from "./write-report";

const evil = `<img src=x onerror="alert(1)">`;

const sums: readonly ArmCounters[] = [0, 1].map((arm) => ({
  arm,
  runs: 6,
  transactions: 10_000,
  status: { Questions: 200_000, Bytes_sent: 50_000_000 * (1 + arm), Innodb_row_lock_time: 5_000 },
}));

async function report(
  benchmark: BenchmarkDetail = finished,
  locale: Locale = "en",
  counted: readonly ArmCounters[] = sums,
): Promise<string> {
  const pieces: string[] = [];
  const setting = {
    locale,
    version: "1.2.3",
    sumCounters: async () => counted,
    listSeries: async ({ block, threads }: { block: number; threads: number }) =>
      seriesOf(
        benchmark.runs.filter((run) => run.block === block && run.threads === threads),
        35,
      ).runs,
  };
  for await (const piece of writeReport(benchmark, setting)) pieces.push(piece);
  return pieces.join("");
}

const textOf = (page: string): string => page.replaceAll(/<style>[\s\S]*?<\/style>|<[^>]*>/g, " ");

describe("the report of a benchmark", () => {
  it("gives the answer first, with its interval, then charts, runs, setup and commands", async () => {
    const page = await report();
    const order = [
      "<h2>Answer</h2>",
      'aria-label="Loss of TPS',
      "<h2>Latency against throughput</h2>",
      "<h2>Second by second</h2>",
      "<h2>All runs</h2>",
      "<h2>Setup</h2>",
      "<h2>Repeat it by hand</h2>",
      'id="sha256"',
    ].map((mark) => page.indexOf(mark));
    expect(order).toEqual([...order].sort((a, b) => a - b));
    expect(order).not.toContain(-1);
    expect(textOf(page)).toContain("VIP costs");
    expect(page.match(/<tr><td>/g)).toHaveLength(finished.runs.length);
    const lowestToHighest = "Lowest latency Mean latency p50 p95 p99 Highest latency";
    expect(textOf(page).replaceAll(/\s+/g, " ")).toContain(lowestToHighest);
    expect(page).toContain('<td class="n">2.1 ms</td>');
    expect(page).toContain('<td class="n">61.4 ms</td>');
    expect(page).toContain("the primary was db1 and is db2");
    expect(page).toContain("2718281828");
    expect(page).not.toMatch(/NaN|undefined|\[object/);
  });

  it("loads and runs nothing: its policy allows its own style alone", async () => {
    const page = await report();
    expect(page).not.toMatch(/<script|<link|<img|<iframe|https?:\/\/|@import|url\(| style=| on\w+=/i);
    const style = page.match(/<style>([\s\S]*?)<\/style>/)?.[1] ?? "";
    const digest = createHash("sha256").update(style).digest("base64");
    expect(page).toContain(
      `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-${digest}';`,
    );
  });

  it("escapes everything that people typed", async () => {
    const typed: BenchmarkDetail = {
      ...finished,
      name: evil,
      requestedBy: evil,
      loadHostName: evil,
      toolVersion: evil,
      arms: finished.arms.map((arm) => ({
        name: evil,
        endpoints: arm.endpoints.map((one) => ({ ...one, name: evil })),
      })),
      workload: { ...sysbenchLoad, options: { rand_type: evil } },
      system: {
        readAt: system.readAt,
        servers: system.servers.map((one) => ({
          ...one,
          name: evil,
          server: { version: evil, variables: { version_comment: evil } },
        })),
        loadMachine: null,
      },
    };
    const page = await report({
      ...typed,
      answer: {
        ...typed.answer,
        differences: typed.answer.differences.map((one) => ({
          ...one,
          text: { ...one.text, params: { ...one.text.params, arm: evil } },
        })),
      },
    });
    expect(page.split("&lt;img").length).toBeGreaterThan(20);
    expect(page).not.toContain("<img");
    expect(page.split("\n").filter((line) => line.includes('id="sha256"'))).toHaveLength(1);
  });

  it("bears the hash of all its lines but that one, so that a changed figure is noticed", async () => {
    const page = await report();
    const lines = page.split("\n");
    const rest = lines.filter((line) => !line.includes('id="sha256"'));
    const digest = createHash("sha256").update(rest.join("\n")).digest("hex");
    expect(lines.length - rest.length).toBe(1);
    expect(page).toContain(`<code>${digest}</code>`);
    expect(await report()).toBe(page);
    expect(await report({ ...finished, seed: 1 })).not.toContain(digest);
  });

  it("names the counters of the primary that an arm made grow otherwise, and no others", async () => {
    const part = textOf((await report()).split("What the primary did otherwise")[1]?.split("Setup")[0] ?? "");
    expect(part).toMatch(/Bytes_sent\s+4.88 KiB\s+9.77 KiB/);
    expect(part).not.toMatch(/Questions|Innodb_row_lock_time/);
    const same = sums.map((one) => ({ ...one, status: { Questions: 200_000 } }));
    expect(textOf(await report(finished, "en", same))).toContain("No counter of the primary differs by 5 %");
    expect(textOf(await report(finished, "en", []))).toContain("Too little is known of the counters");
    const uncounted = sums.map((one) => ({ ...one, transactions: 0 }));
    expect(textOf(await report(slapBenchmark, "en", uncounted))).toContain(
      "Too little is known of the counters",
    );
  });

  it("has what the article published that it follows, as marks beside the answer and as the article prints it", async () => {
    const follows: BenchmarkDetail = { ...finished, preset: "article_000_full" };
    const page = await report(follows);
    expect(page.match(/<circle class="mark"/g)?.length).toBeGreaterThan(0);
    const text = textOf(page);
    for (const told of [
      "What article 000 published",
      "Change of TPS by the way to the database",
      "MySQL Router against direct",
      "24.7",
      "published: +2%",
      "Of the direct way, Router loses 12.4, 19.8 and 14.7 %",
    ])
      expect(page + text).toContain(told);
    expect(await report(follows, "zh")).toContain("文章 000 发表的数据");
    expect(textOf(await report({ ...follows, answer: { ...follows.answer, differences: [] } }))).toContain(
      "None of its figures is of these arms",
    );
    expect(page).not.toMatch(/(benchmark|report|article)\.[a-z]+\.[a-z]/i);
  });

  it("has nothing of an article where it follows none", async () => {
    const page = await report();
    expect(page).not.toContain('class="mark"');
    expect(page).not.toContain("What article");
  });

  it("names the servers and hosts with their variables, and says where nothing is recorded of them", async () => {
    const text = textOf(await report());
    for (const told of ["8.4.6", "sync_binlog", "Memory of app1", "6.1.0-28-amd64"])
      expect(text).toContain(told);
    expect(text).toContain("db1, db2: 1 GiB; db3: 128 MiB");
    const older = await report({ ...finished, system: null });
    expect(textOf(older)).toContain("Nothing is recorded of the servers and hosts");
  });

  it("is Chinese where it is asked for so, and shows no key of a text", async () => {
    const page = await report(finished, "zh");
    expect(page).toContain('<html lang="zh-CN">');
    for (const text of ["结论", "延迟与吞吐量", "逐秒曲线", "全部测量", "设置", "手工重复"])
      expect(page).toContain(`<h2>${text}</h2>`);
    expect(page).not.toMatch(/(benchmark|report)\.[a-z]/i);
  });

  it("of mysqlslap has its seconds in place of curves and percentiles, and the commands that repeat it", async () => {
    const page = await report(slapBenchmark);
    const text = textOf(page);
    expect(text).toContain("mysqlslap tells nothing while it runs, so there is no curve.");
    expect(text).toContain("QPS against Direct");
    for (const header of ["QPS", "Mean time", "Shortest", "Longest"])
      expect(page).toContain(`<th scope="col" class="n">${header}</th>`);
    expect(page).not.toContain("<h2>Latency against throughput</h2>");
    expect(text).toContain("--concurrency=64");
    expect(text).toContain("password=&quot;PASSWORD&quot;");
    expect(page).not.toMatch(/NaN|undefined|\[object/);
    expect(await report(slapBenchmark, "zh")).not.toMatch(/(benchmark|report)\.[a-z]/i);
  });

  it("of a program of one's own has its arguments, and its password on no command line", async () => {
    const text = textOf(await report(tpcBenchmark));
    for (const part of [
      "tpmC",
      "tpcc run -H 10.86.0.11",
      "export TPCC_PASSWORD=PASSWORD",
      "(. ./arm-1.cnf; tpcc prepare",
    ])
      expect(text).toContain(part);
    expect(text).not.toMatch(/NaN|undefined|\[object/);
  });

  it("draws the curves of 24 blocks at most, and says where the others are", async () => {
    const { 0: first } = finished.runs;
    if (first === undefined) throw new Error("the fixture has no run");
    const runs = Array.from({ length: 40 }, (_, block) => ({ ...first, block }));
    const many: BenchmarkDetail = { ...finished, blocks: 40, runs };
    const page = await report(many);
    expect(page.match(/<h3>Block /g)).toHaveLength(24);
    expect(textOf(page)).toContain("The curves of the first 24 of 40 blocks.");
  });

  it("tells of a benchmark that has measured nothing yet", async () => {
    const empty: BenchmarkDetail = {
      ...finished,
      state: "preparing",
      endedAt: null,
      data: null,
      runs: [],
      answer: { differences: [], wholeBlocks: 0, voidBlocks: 0 },
    };
    expect(textOf(await report(empty))).toContain("Nothing was measured.");
  });
});
