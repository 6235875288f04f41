import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { BenchmarkDetail } from "@primacy/contract";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const script = fileURLToPath(new URL("../../docs/examples/benchmark-gate.sh", import.meta.url));

/** What the script reads of a benchmark. */
const Judged = BenchmarkDetail.pick({ state: true, arms: true, answer: true });
type Judged = ReturnType<typeof Judged.parse>;

let directory: string;
let recorded: Judged;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "primacy-gate-"));
  const file = new URL("./benchmark.recorded.json", import.meta.url);
  // Parsed by the contract: what was recorded is what the API answers.
  recorded = Judged.parse(JSON.parse(await readFile(file, "utf8")));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

interface Ended {
  readonly status: number | null;
  readonly said: string;
}

function run(
  args: readonly string[],
  input = "",
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const child = spawn("sh", [script, ...args], { cwd: directory, env: { PATH: process.env.PATH, ...env } });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text) => {
      said += text;
    });
  child.stdin.on("error", () => undefined).end(input);
  return new Promise((resolve, reject) => {
    child.on("error", reject).on("close", (status) => resolve({ status, said: said.trim() }));
  });
}

const decide = (arm: string, limit: string, benchmark: object = recorded): Promise<Ended> =>
  run(["decide", arm, limit], JSON.stringify(benchmark));

describe("the gate of a pipeline", () => {
  // The VIP costs 1.9 % (0.5 to 3.2 %) over both thread counts.
  it.each([
    ["5", 0, "passed: VIP costs"],
    ["3.5", 0, "passed"],
    ["0.2", 1, "failed: VIP costs"],
    ["2", 2, "undecided: VIP costs"],
    ["-1", 1, "failed"],
  ])("judges a loss against a limit of %s %% by its interval: status %s", async (limit, status, said) => {
    const ended = await decide("VIP", limit);
    expect(ended).toEqual({ status, said: expect.stringContaining(said) });
  });

  it("passes where the upper end is the limit itself", async () => {
    const [one] = recorded.answer.differences;
    expect((await decide("VIP", String(one?.high))).status).toBe(0);
    expect((await decide("VIP", String(one?.low))).status).toBe(2);
  });

  it("goes by the one thread count where there is no figure over all", async () => {
    const differences = recorded.answer.differences.filter(({ threads }) => threads === 64);
    const ended = await decide("VIP", "90", { ...recorded, answer: { ...recorded.answer, differences } });
    expect(ended.status).toBe(0);
  });

  it.each([
    ["a benchmark that failed", "VIP", "90", (one: Judged) => ({ ...one, state: "failed" })],
    ["one that runs", "VIP", "90", (one: Judged) => ({ ...one, state: "running" })],
    ["an arm that is not there", "Router", "90", (one: Judged) => one],
    ["the baseline", "Direct", "90", (one: Judged) => one],
    [
      "too few blocks",
      "VIP",
      "90",
      ({ answer, ...one }: Judged) => ({
        ...one,
        answer: {
          ...answer,
          differences: answer.differences.map((difference) => ({ ...difference, low: null, high: null })),
        },
      }),
    ],
    ["what is no benchmark", "VIP", "90", () => ({ title: "not found" })],
  ])("calls %s invalid: status 2", async (_what, arm, limit, change) => {
    const ended = await decide(arm, limit, change(recorded));
    expect(ended).toEqual({ status: 2, said: expect.stringContaining("invalid") });
  });

  it.each(["much", "null", "true", '"x"', "[]", "{}", "nan", "3 4", ""])(
    "calls the limit %j invalid, which is no number: status 2",
    async (limit) => {
      expect(await decide("VIP", limit)).toEqual({ status: 2, said: expect.stringContaining("no number") });
    },
  );
});

describe("the gate before a console", () => {
  /** Answers as a console does whose benchmark ends at the second question; `last` is the state that it ends in. */
  async function gate(limit: string, last: string): Promise<Ended & { readonly asked: readonly string[] }> {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(`${request.method} ${request.url} ${request.headers.authorization}`);
      const questions = asked.filter((one) => one.includes("/operations/")).length;
      const answer = request.url?.includes("/operations/")
        ? { state: questions < 2 ? "running" : last }
        : request.method === "POST"
          ? { operation: { id: "b1" } }
          : recorded;
      response.end(JSON.stringify(answer));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const port = address !== null && typeof address === "object" ? address.port : 0;
    await writeFile(join(directory, "order.json"), "{}");
    try {
      const env = { CONSOLE: `http://127.0.0.1:${port}`, TOKEN: "t0", CLUSTER: "c1" };
      return { ...(await run(["order.json", "VIP", limit], "", env)), asked };
    } finally {
      server.close();
    }
  }

  it("starts the benchmark, waits for its end, and judges it", async () => {
    const { status, said, asked } = await gate("5", "succeeded");
    expect(status).toBe(0);
    expect(said).toContain("/clusters/c1/benchmarks/b1\npassed: VIP costs");
    expect(asked).toEqual([
      "POST /api/v1/clusters/c1/benchmarks Bearer t0",
      "GET /api/v1/operations/b1?wait=60 Bearer t0",
      "GET /api/v1/operations/b1?wait=60 Bearer t0",
      "GET /api/v1/benchmarks/b1 Bearer t0",
    ]);
  });

  it("ends with 2 where nothing was started", async () => {
    const env = { CONSOLE: "http://127.0.0.1:1", TOKEN: "t0", CLUSTER: "c1" };
    await writeFile(join(directory, "order.json"), "{}");
    expect((await run(["order.json", "VIP", "5"], "", env)).status).toBe(2);
    expect((await run(["order.json"])).status).toBe(2);
  });

  it("starts nothing where the limit is no number", async () => {
    const { status, asked } = await gate("null", "succeeded");
    expect(status).toBe(2);
    expect(asked).toEqual([]);
  });
});
