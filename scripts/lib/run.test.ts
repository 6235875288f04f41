import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it, vi } from "vitest";
import { runAside } from "./run.mjs";

const file = path.join(import.meta.dirname, "run.mjs");

/** False also for a process that ended and that nobody has waited for. */
const isRunning = (pid: number): boolean =>
  existsSync(`/proc/${pid}`) && !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));

it("what runs aside yields to all others, and its exit code and output come back", async () => {
  const { code, output } = await runAside("sh", ["-c", "nice; exit 3"], {
    capture: true,
    allowFailure: true,
  });
  expect([code, output.trim()]).toEqual([3, "19"]);
});

it.runIf(existsSync("/proc/self/autogroup"))(
  "what runs aside has its share of the machine while it starts, and then what others leave",
  async () => {
    const wait = 'until grep -q "nice 19" /proc/self/autogroup; do :; done; cat /proc/self/autogroup';
    const first = 'cat /proc/self/autogroup; "$@"';
    const argv = ["-c", first, "sh", "timeout", "30", "sh", "-c", wait];
    const { output } = await runAside("sh", argv, { capture: true, fairMs: 3_000 });
    expect(output).toMatch(/ nice 0\n.* nice 19\n$/s);
  },
);

it.runIf(existsSync("/proc/self/autogroup"))("what runs aside may go before what else does", async () => {
  const { output } = await runAside("cat", ["/proc/self/autogroup"], { capture: true, nice: 10 });
  expect(output).toMatch(/ nice 10\n$/);
});

it("what runs aside ends with the process that started it, with all of its children", async () => {
  const source = `import { runAside } from ${JSON.stringify(file)};
    process.on("SIGTERM", () => process.exit(1));
    await runAside("sh", ["-c", "sleep 1000 & echo $!; wait"]);`;
  const starter = spawn(process.execPath, ["--input-type=module", "--eval", source], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = await once(starter.stdout, "data");
  const pid = Number(String(line));
  expect(isRunning(pid)).toBe(true);
  starter.kill("SIGTERM");
  await vi.waitFor(() => expect(isRunning(pid)).toBe(false), { timeout: 30_000 });
});
