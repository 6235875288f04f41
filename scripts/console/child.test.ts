import { afterEach, expect, it, vi } from "vitest";
import { type ChildSpec, type KeptChild, keepRunning } from "./child";
import { readableLines } from "./readable-lines";

const kept: KeptChild[] = [];
afterEach(async () => {
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
  const { child } = keep(listens, { findMissing: async () => "no database", readyTimeoutMs: 1_000 });
  await expect(child.ready).rejects.toThrow("did not become ready within 1 s (no database)");
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

it("the last words are sentences: no stack frames, and of structured lines only what went wrong", () => {
  const words = [
    '{"level":"info","msg":"worker runs"}',
    '{"level":"fatal","err":{"message":"the key is too short","stack":"x"},"msg":"worker failed"}',
    "Error: no",
    "    at main (file.js:1:1)",
  ];
  expect(readableLines(words)).toEqual(["worker failed: the key is too short", "Error: no"]);
});
