import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { promisify } from "node:util";
import { afterEach, expect, it, vi } from "vitest";
import { type ChildSpec, type KeptChild, keepRunning } from "./child";
import { readableLines } from "./readable-lines";

const kept: KeptChild[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  for (const child of kept.splice(0)) await child.stop();
});

const listens = 'process.on("disconnect", () => process.exit(0)); process.send("listening");';

function keep(source: string, change: Partial<ChildSpec> = {}): { child: KeptChild; lines: string[] } {
  const lines: string[] = [];
  const child = keepRunning({
    name: "web",
    command: process.execPath,
    args: ["--eval", source],
    env: () => process.env,
    cwd: import.meta.dirname,
    onLine: (line) => lines.push(line),
    findMissing: async () => null,
    readyTimeoutMs: 10_000,
    ...change,
  });
  kept.push(child);
  return { child, lines };
}

it("a process that ends before it is ready is told at once, in its own last words", async () => {
  const began = Date.now();
  const { child } = keep('console.error("a.pem cannot be read"); process.exit(3)');
  await expect(child.ready).rejects.toThrow("web ended (3) before it was ready:\n  a.pem cannot be read");
  expect(Date.now() - began).toBeLessThan(5_000);
  expect(child.pid()).toBeNull();
});

it("an answer of somebody else on the port does not make a process ready", async () => {
  const { child } = keep("setTimeout(() => process.exit(1), 300)", { findMissing: async () => null });
  await expect(child.ready).rejects.toThrow("before it was ready");
});

it("a process that does not become ready is told with what was missing", async () => {
  const realNow = Date.now;
  let laterMs = 0;
  vi.spyOn(Date, "now").mockImplementation(() => realNow() + laterMs);
  // The time is over once it listens, however long a busy machine takes to start it.
  const findMissing = async (): Promise<string> => {
    laterMs = 60_000;
    return "no database";
  };
  const { child } = keep(listens, { findMissing, readyTimeoutMs: 30_000 });
  await expect(child.ready).rejects.toThrow("did not become ready within 30 s (no database)");
});

it("a process that was ready is started again when it ends, and not once it was stopped", async () => {
  const { child, lines } = keep(listens);
  await child.ready;
  const first = child.pid();
  if (first === null) throw new Error("it does not run");
  process.kill(first, "SIGKILL");
  await vi.waitFor(() => expect([null, first]).not.toContain(child.pid()), { timeout: 5_000 });
  expect(lines).toEqual(["web ended (SIGKILL); starting it again in 500 ms"]);
  await child.stop();
  expect(child.pid()).toBeNull();
});

it.runIf(existsSync("/proc/self/autogroup"))(
  "a process is as nice as the session that started it",
  async () => {
    const file = new URL("./child.ts", import.meta.url).pathname;
    const source = `import { readFileSync } from "node:fs";
    import { keepRunning } from ${JSON.stringify(file)};
    const child = keepRunning({ name: "web", command: "sleep", args: ["60"], env: () => process.env, cwd: "/",
      onLine: () => undefined, findMissing: async () => null, readyTimeoutMs: 10_000 });
    child.ready.catch(() => undefined);
    process.stdout.write(readFileSync("/proc/" + child.pid() + "/autogroup", "utf8"));
    await child.stop();`;
    const nice = 'echo 7 >/proc/self/autogroup; exec "$0" --import tsx --input-type=module --eval "$1"';
    const { stdout } = await promisify(execFile)("setsid", ["sh", "-c", nice, process.execPath, source]);
    expect(stdout).toMatch(/ nice 7$/m);
  },
);

it("the last words are sentences: no stack frames, and of structured lines only what went wrong", () => {
  const words = [
    '{"level":"info","msg":"worker runs"}',
    '{"level":"fatal","err":{"message":"the key is too short","stack":"x"},"msg":"worker failed"}',
    "Error: no",
    "    at main (file.js:1:1)",
  ];
  expect(readableLines(words)).toEqual(["worker failed: the key is too short", "Error: no"]);
});
