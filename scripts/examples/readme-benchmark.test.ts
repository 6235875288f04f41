import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, symlink } from "node:fs/promises";
import { createServer, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { BenchmarkOrder } from "@primacy/contract";
import { afterEach, beforeEach, expect, it } from "vitest";

const root = new URL("../../", import.meta.url);
const idOf = (n: number): string => `00000000-0000-4000-8000-00000000000${n}`;

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "primacy-readme-"));
  await symlink(fileURLToPath(new URL("docs", root)), join(directory, "docs"));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

/** The blocks of commands below a heading of the README that have these words. */
async function blocksOf(heading: string, words: string): Promise<string> {
  const readme = await readFile(new URL("README.md", root), "utf8");
  const section = readme.split(/^## /m).find((one) => one.startsWith(heading)) ?? "";
  const blocks = [...section.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block = ""]) => block);
  return blocks.filter((block) => block.includes(words)).join("\n");
}

/** Runs commands in a bash, as a reader who has followed the README so far. */
function run(commands: string, env: Readonly<Record<string, string>>): Promise<string> {
  const child = spawn("bash", ["--norc"], { cwd: directory, env: { PATH: process.env.PATH, ...env } });
  child.stdin.end(commands);
  const said = [text(child.stdout), text(child.stderr)];
  return new Promise((resolve, reject) => {
    child.on("error", reject).on("close", () => void Promise.all(said).then((all) => resolve(all.join(""))));
  });
}

it("the README's benchmark by curl is an order of the contract, and ends with the gate's exit status", async () => {
  const recorded = await readFile(new URL("./benchmark.recorded.json", import.meta.url), "utf8");
  const orders: string[] = [];
  const answer = async (request: IncomingMessage): Promise<string> => {
    const url = request.url ?? "";
    if (request.method === "POST") {
      orders.push(await text(request));
      return JSON.stringify({ operation: { id: idOf(9) } });
    }
    if (url.endsWith("/hosts")) return JSON.stringify({ items: [{ id: idOf(1), name: "app1" }] });
    if (url.endsWith("/topology")) return JSON.stringify({ primaryMemberId: idOf(2) });
    return url.includes("/operations/") ? JSON.stringify({ state: "succeeded" }) : recorded;
  };
  const server = createServer((request, response) => void answer(request).then((body) => response.end(body)));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = address !== null && typeof address === "object" ? address.port : 0;
  const commands = await Promise.all([
    blocksOf("The same by curl", "api() {"),
    blocksOf("A benchmark by curl", "benchmark-gate.sh"),
  ]);
  try {
    const env = { CONSOLE: `http://127.0.0.1:${port}`, TOKEN: "t0", CLUSTER: idOf(3), ID: idOf(4) };
    expect((await run(commands.join("\n"), env)).trim()).toMatch(/passed: VIP costs .*\n0$/);
  } finally {
    server.close();
  }
  expect(orders.map((one) => BenchmarkOrder.parse(JSON.parse(one)))).toMatchObject([
    {
      loadHostId: idOf(1),
      arms: [
        { endpoints: [{ kind: "member", memberId: idOf(2) }] },
        { endpoints: [{ kind: "vip", vipId: idOf(4) }] },
      ],
    },
  ]);
});
