import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Drill, message } from "@primacy/contract";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const script = fileURLToPath(new URL("../../docs/examples/drill-gate.sh", import.meta.url));

/** What the script reads of a drill, as the API answers it. */
const Judged = Drill.pick({ state: true, heal: true, verdict: true, target: true });
const passed = Judged.parse({
  state: "ended",
  heal: "healed",
  verdict: { kind: "passed", sentence: message("drill_found.none_lost", { acked: 1_204 }), notes: [] },
  target: { memberId: "0198f3f0-6d1e-7c3a-9f0e-3b7a5f1c2d4e", name: "db1" },
});
const withVerdict = (kind: string): object => ({ ...passed, verdict: { ...passed.verdict, kind } });

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "primacy-gate-"));
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

describe("a drill as the gate of a pipeline", () => {
  it.each<[string, object, number, string]>([
    ["passes", passed, 0, "passed: None of"],
    ["fails where it failed", withVerdict("failed"), 1, "failed:"],
    [
      "fails where the cluster is not healed, whatever the verdict",
      { ...passed, heal: "unhealed" },
      1,
      "db1 needs a person",
    ],
    ["proves nothing where it was not tested", withVerdict("not_tested"), 2, "not_tested:"],
    ["proves nothing where it was broken off", withVerdict("broken_off"), 2, "broken_off:"],
    [
      "proves nothing while it runs",
      { ...passed, state: "running", verdict: null },
      2,
      "the drill is running",
    ],
    ["proves nothing without a verdict", { ...passed, verdict: null }, 2, "no verdict"],
  ])("%s", async (_what, drill, status, said) => {
    expect(await run(["decide"], JSON.stringify(drill))).toEqual({
      status,
      said: expect.stringContaining(said),
    });
  });

  it("calls what is no drill invalid", async () => {
    for (const input of ["", "not found", "[]"]) expect((await run(["decide"], input)).status).toBe(2);
  });
});

describe("the gate before a console", () => {
  /** Answers as a console does whose drill ends at the second question; without `drill` it did not begin. */
  async function gate(drill: object | null): Promise<Ended & { readonly asked: readonly string[] }> {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(`${request.method} ${request.url} ${request.headers.authorization}`);
      const questions = asked.filter((one) => one.includes("/operations/")).length;
      const answer = request.url?.includes("/operations/")
        ? { state: questions < 2 ? "running" : "succeeded" }
        : request.method === "POST"
          ? { operation: { id: "d1" } }
          : drill;
      response.writeHead(answer === null ? 404 : 200).end(JSON.stringify(answer));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const port = address !== null && typeof address === "object" ? address.port : 0;
    await writeFile(join(directory, "order.json"), "{}");
    try {
      const env = { CONSOLE: `http://127.0.0.1:${port}`, TOKEN: "t0", CLUSTER: "c1" };
      return { ...(await run(["order.json"], "", env)), asked };
    } finally {
      server.close();
    }
  }

  it("orders the drill, waits for its end, and goes by its verdict", async () => {
    const { status, said, asked } = await gate(passed);
    expect(status).toBe(0);
    expect(said).toContain("/clusters/c1/drills/d1\npassed:");
    expect(asked).toEqual([
      "POST /api/v1/clusters/c1/drills Bearer t0",
      "GET /api/v1/operations/d1?wait=60 Bearer t0",
      "GET /api/v1/operations/d1?wait=60 Bearer t0",
      "GET /api/v1/drills/d1 Bearer t0",
    ]);
    expect((await gate(withVerdict("failed"))).status).toBe(1);
  });

  it("proves nothing where the drill did not begin, or nothing was started", async () => {
    expect(await gate(null)).toMatchObject({ status: 2, said: expect.stringContaining("did not begin") });
    await writeFile(join(directory, "order.json"), "{}");
    const env = { CONSOLE: "http://127.0.0.1:1", TOKEN: "t0", CLUSTER: "c1" };
    expect((await run(["order.json"], "", env)).status).toBe(2);
    expect((await run(["order.json"])).status).toBe(2);
    expect((await run([])).status).toBe(2);
  });
});
