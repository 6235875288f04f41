import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it, vi } from "vitest";

const file = path.join(import.meta.dirname, "run.mjs");

/** False also for a process that ended and that nobody has waited for. */
const isRunning = (pid: number): boolean =>
  existsSync(`/proc/${pid}`) && !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));

it("what has a process group of its own ends with the process that started it, with all of its children", async () => {
  const source = `import { run } from ${JSON.stringify(file)};
    process.on("SIGTERM", () => process.exit(1));
    await run("sh", ["-c", "sleep 1000 & echo $!; wait"], { detached: true });`;
  const starter = spawn(process.execPath, ["--input-type=module", "--eval", source], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = await once(starter.stdout, "data");
  const pid = Number(String(line));
  expect(isRunning(pid)).toBe(true);
  starter.kill("SIGTERM");
  await vi.waitFor(() => expect(isRunning(pid)).toBe(false), { timeout: 120_000 });
});
