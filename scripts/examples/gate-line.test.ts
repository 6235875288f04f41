import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";

const guide = new URL("../../docs/drills.md", import.meta.url);

/** The line for pipelines, as docs/drills.md has it. */
async function readLine(): Promise<string> {
  const blocks = [...(await readFile(guide, "utf8")).matchAll(/```sh\n([\s\S]*?)```/g)].map(
    ([, text = ""]) => text,
  );
  const [line, ...others] = blocks.filter((text) => text.includes("/gate"));
  if (line === undefined || others.length > 0) throw new Error("docs/drills.md has one line for pipelines");
  return line;
}

interface Gated {
  readonly status: number;
  readonly said: string;
  readonly asked: readonly string[];
}

/** Runs the line against a console whose drill runs at the first question, and is then judged. */
async function gate(
  status: number,
  body: object,
  ordered: object = { operation: { id: "d1" } },
): Promise<Gated> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url} ${request.headers.authorization}`);
    const answer = (code: number, told: object, headers = {}): void => {
      response.writeHead(code, headers).end(JSON.stringify(told));
    };
    if (request.method === "POST") answer("operation" in ordered ? 202 : 409, ordered);
    else if (asked.length < 3) answer(503, { code: "drill_running" }, { "retry-after": "1" });
    else answer(status, body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = address !== null && typeof address === "object" ? address.port : 0;
  const directory = await mkdtemp(join(tmpdir(), "primacy-gate-"));
  try {
    await writeFile(join(directory, "order.json"), "{}");
    const names = { PRIMACY: `http://127.0.0.1:${port}`, TOKEN: "t0", CLUSTER: "c1" };
    const env = { PATH: process.env.PATH, ...names };
    const line = await readLine();
    return await new Promise((resolve) => {
      execFile("sh", ["-c", line], { cwd: directory, env }, (error, stdout, stderr) => {
        resolve({ status: typeof error?.code === "number" ? error.code : 0, said: stdout + stderr, asked });
      });
    });
  } finally {
    server.close();
    await rm(directory, { recursive: true, force: true });
  }
}

it("orders a drill, asks again while it runs, and passes where it passed", async () => {
  const { status, said, asked } = await gate(200, { state: "ended" });
  expect({ status, said }).toEqual({ status: 0, said: expect.stringContaining("ended") });
  expect(asked).toEqual([
    "POST /api/v1/clusters/c1/drills Bearer t0",
    "GET /api/v1/drills/d1/gate Bearer t0",
    "GET /api/v1/drills/d1/gate Bearer t0",
  ]);
});

it("fails with the reasons where it did not", async () => {
  const told = await gate(409, { code: "drill_not_passed", errors: [{ code: "failed" }] });
  expect(told.status).toBe(22);
  expect(told.said).toContain("drill_not_passed");
  expect(told.asked).toHaveLength(3);
});

it("fails with the reason of an order that was refused", async () => {
  const told = await gate(404, {}, { code: "drills_not_allowed" });
  expect(told.status).not.toBe(0);
  expect(told.said).toContain("drills_not_allowed");
});
