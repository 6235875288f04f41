import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { findFreePort } from "@primacy/console/testing/free-port";
import { createApiClient } from "@primacy/contract/api";
import { observeLeftovers, stopLab } from "@primacy/lab";
import { afterAll, beforeAll, expect, it } from "vitest";
import { root } from "../lib/run.mjs";
import { signInCookie } from "../lib/sign-in";

const lab = "demotest";
const data = mkdtempSync(path.join(tmpdir(), "primacy-demo-"));
// PostgreSQL's own account has to come in, or the database would lie elsewhere.
chmodSync(data, 0o711);
const started: ChildProcess[] = [];
afterAll(async () => {
  for (const child of started.splice(0))
    if (child.exitCode === null && child.kill("SIGTERM")) await once(child, "close");
  await stopLab(lab);
  rmSync(data, { recursive: true, force: true });
}, 120_000);

// What an aborted run left belongs to a console that is gone.
beforeAll(() => stopLab(lab), 60_000);

/** The processes whose command line has the folder. */
function listRunning(folder: string): string[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && name !== String(process.pid))
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
      } catch {
        return "";
      }
    })
    .filter((line) => line.includes(folder));
}

async function startDemo(): Promise<{
  readonly child: ChildProcess;
  readonly ports: readonly number[];
  printed(): string;
}> {
  const port = await findFreePort();
  const workerPort = await findFreePort([port]);
  const child = spawn(process.execPath, ["scripts/demo.mjs"], {
    cwd: root,
    env: {
      ...process.env,
      PRIMACY_DEMO_LAB: lab,
      PRIMACY_DEMO_SUBNET: "10.94.0.0/24",
      PRIMACY_DATA_DIR: data,
      PORT: String(port),
      PRIMACY_WORKER_PORT: String(workerPort),
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  started.push(child);
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (printed += chunk));
  return { child, ports: [port, workerPort], printed: () => printed };
}

/** What the demo says last, once it is ready; an error with all that it printed where it ends before. */
async function untilReady({ child, printed }: Awaited<ReturnType<typeof startDemo>>): Promise<string> {
  return untilPrinted({ child, printed }, "Ctrl-C stops");
}

async function untilPrinted(
  { child, printed }: Pick<Awaited<ReturnType<typeof startDemo>>, "child" | "printed">,
  words: string,
): Promise<string> {
  await expect
    .poll(() => child.exitCode !== null || printed().includes(words), { timeout: 480_000, interval: 50 })
    .toBe(true);
  if (child.exitCode !== null) throw new Error(`the demo ended (${child.exitCode}):\n${printed()}`);
  return printed();
}

async function stop({ child, ports, printed }: Awaited<ReturnType<typeof startDemo>>): Promise<void> {
  child.kill("SIGINT");
  if (child.exitCode === null) await once(child, "close");
  expect(child.exitCode, printed()).toBe(0);
  expect(await observeLeftovers(lab)).toEqual([]);
  for (const port of ports) await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow();
  expect(listRunning(data), "not even PostgreSQL").toEqual([]);
}

it("starts with hosts and cluster registered, lets its printed password in, and leaves nothing when it is stopped", async () => {
  const demo = await startDemo();
  const said = await untilReady(demo);
  const baseUrl = /Open\s+(\S+)/.exec(said)?.[1] ?? "";
  const password = /Sign in\s+admin \/ (\S+)/.exec(said)?.[1] ?? "";
  expect(said).toContain("10.94.0.100/24 is free for 'Configure VIP'");
  const cookie = await signInCookie(baseUrl, { name: "admin", password });
  const api = createApiClient({ baseUrl, headers: { cookie, origin: baseUrl }, fetch });
  const hosts = await api.call("listHosts");
  expect(hosts.items.map(({ name, agentState, operator }) => [name, agentState, operator?.state])).toEqual([
    // Where benchmarks start their load.
    ["app1", "answering", "running"],
    ["db1", "answering", "off"],
    ["db2", "answering", "off"],
    ["db3", "answering", "off"],
  ]);
  const [cluster] = (await api.call("listClusters")).items;
  expect(cluster?.name).toBe("orders");
  expect(cluster?.members.map(({ hostName }) => hostName).sort()).toEqual(["db1", "db2", "db3"]);
  await stop(demo);

  // A stop in the midst of a second start leaves as little.
  const again = await startDemo();
  await untilPrinted(again, "is up at");
  await stop(again);
}, 900_000);
