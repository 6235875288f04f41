import { randomBytes } from "node:crypto";
import { createWriteStream, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { untilAborted, whenAskedToStop } from "@primacy/console/asked-to-stop";
import { type RunningConsole, readSecretFile, startConsole } from "@primacy/console/console";
import { getSettings } from "@primacy/console/settings";
import { type ApiClient, ApiProblem, createApiClient } from "@primacy/contract/api";
import { findLab, type Lab, startLab, stopLab } from "@primacy/lab";
import { registerLab } from "@primacy/lab/console";
import { startProgress } from "../lib/progress";
import { signInCookie } from "../lib/sign-in";

// First of all: whatever is started later is stopped, however early the wish comes.
const asked = whenAskedToStop();
const print = startProgress();

const settings = getSettings({
  ...process.env,
  // A demo begins anew: nothing of it belongs into a database of somebody's own.
  DATABASE_URL: "",
  PRIMACY_DATA_DIR: process.env.PRIMACY_DATA_DIR || ".data/demo",
});
mkdirSync(settings.dataDirectory, { recursive: true, mode: 0o711 });
const logFile = path.join(settings.dataDirectory, "console.log");
const log = createWriteStream(logFile, { flags: "a", mode: 0o600 });
const labName = process.env.PRIMACY_DEMO_LAB || "demo";
const subnet = process.env.PRIMACY_DEMO_SUBNET || "10.77.0.0/24";

// A console that remembers hosts of a lab that is gone would only show failures: both begin anew together.
if ((await findLab(labName)) === null) forgetConsole();
await run();

/** Starts console and lab side by side, registers the one in the other, and waits until it is asked to stop. */
async function run(): Promise<void> {
  const failed = new AbortController();
  // Where one cannot start, the other need not go on to its end before it is stopped.
  const signal = AbortSignal.any([asked, failed.signal]);
  const running = startConsole(settings, print, (line) => log.write(`${line}\n`), signal);
  const lab = startLab({ name: labName, subnet, onProgress: print, signal });
  try {
    await Promise.race([makeReady(running, lab), untilAborted(asked)]);
    await untilAborted(asked);
  } catch (error) {
    // Before the stop, which may take a while.
    if (!asked.aborted) print(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  } finally {
    print("stopping");
    failed.abort(new Error("the other half did not start"));
    await Promise.allSettled([
      running.then((console) => console.stop()),
      lab.finally(() => stopLab(labName)),
    ]);
    print("stopped");
  }
}

async function makeReady(running: Promise<RunningConsole>, lab: Promise<Lab>): Promise<void> {
  const [console, hosts] = await Promise.all([running, lab]);
  const api = await signIn(console.baseUrl);
  await registerLab(api, hosts, { clusterName: "orders", loadHosts: ["app1"], onProgress: print });
  print(`ready

  Open      ${console.baseUrl}
  Sign in   admin / ${password()}
  VIP       ${subnet.replace(/\.0\/24$/, ".100")}/24 is free for 'Configure VIP'
  Log       ${logFile}

Ctrl-C stops and removes all of it; the next start begins anew with the same password.`);
}

/** Removes the database of an earlier demo, wherever the embedded server keeps it. */
function forgetConsole(): void {
  const postgres = path.join(settings.dataDirectory, "postgres");
  const pointer = path.join(postgres, "location");
  if (existsSync(pointer)) rmSync(readFileSync(pointer, "utf8").trim(), { recursive: true, force: true });
  rmSync(postgres, { recursive: true, force: true });
  rmSync(path.join(settings.dataDirectory, "master.key"), { force: true });
}

function password(): string {
  const file = path.join(settings.dataDirectory, "admin-password");
  const known = readSecretFile(file);
  if (known !== null) return known;
  const made = randomBytes(12).toString("base64url");
  writeFileSync(file, `${made}\n`, { mode: 0o600 });
  return made;
}

async function signIn(baseUrl: string): Promise<ApiClient> {
  const cookie = await signInCookie(baseUrl, { name: "admin", password: password() });
  const api = createApiClient({
    baseUrl,
    headers: { cookie, origin: baseUrl },
    fetch: (url, init) => fetch(url, { ...init, signal: AbortSignal.timeout(90_000) }),
  });
  await api.call("getSession").catch((error: unknown) => {
    if (!(error instanceof ApiProblem)) throw error;
    throw new Error(
      `The demo's console refuses its own administrator (${error.message}). Was the password changed? Put it into ${settings.dataDirectory}/admin-password.`,
    );
  });
  return api;
}
