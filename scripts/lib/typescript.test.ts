import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it, vi } from "vitest";

/** False also for a process that ended and that nobody has waited for. */
const isRunning = (pid: number): boolean =>
  existsSync(`/proc/${pid}`) && !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));

it("what npm runs ends with npm, although a signal reaches only the shell between", async () => {
  const module = path.join(import.meta.dirname, "typescript.mjs");
  const source = `import { runTypeScript } from "${module}"; await runTypeScript("scripts/lib/waits.fixture.ts", []);`;
  const shell = spawn("sh", ["-c", `"$0" --input-type=module --eval "$1"; true`, process.execPath, source], {
    env: { ...process.env, npm_lifecycle_event: "start" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const pid = Number(String((await once(shell.stdout, "data"))[0]));
  expect(isRunning(pid)).toBe(true);
  shell.kill("SIGTERM");
  await vi.waitFor(() => expect(isRunning(pid)).toBe(false), { timeout: 120_000 });
});
