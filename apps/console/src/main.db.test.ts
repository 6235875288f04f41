import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createConnection, createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { openTestDatabase } from "@primacy/db/testing";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { signInCookie } from "../../../scripts/lib/sign-in";
import { askStatus } from "./addresses";
import { root } from "./settings";
import { findFreePort } from "./testing/free-port";

const data = mkdtempSync(path.join(tmpdir(), "primacy-start-"));
// PostgreSQL's own account has to come in, or the database would lie elsewhere.
chmodSync(data, 0o711);
const started: ChildProcess[] = [];
afterEach(async () => {
  for (const child of started.splice(0)) {
    if (child.exitCode === null && child.kill("SIGTERM")) await once(child, "close");
  }
});
afterAll(() => rmSync(data, { recursive: true, force: true }));

interface Start {
  readonly child: ChildProcess;
  printed(): string;
}

let [webPort, workerPort] = [0, 0];
const web = (): string => `http://127.0.0.1:${webPort}/healthz`;
const worker = (): string => `http://127.0.0.1:${workerPort}/healthz`;
const soon = { timeout: 180_000, interval: 50 };
beforeAll(async () => {
  webPort = await findFreePort();
  workerPort = await findFreePort([webPort]);
});

function start(env: NodeJS.ProcessEnv = {}): Start {
  let printed = "";
  const child = spawn(process.execPath, ["--import", "tsx", path.join(root, "apps/console/src/main.ts")], {
    cwd: root,
    env: {
      ...process.env,
      DATABASE_URL: "",
      PRIMACY_DATA_DIR: data,
      PORT: String(webPort),
      PRIMACY_WORKER_PORT: String(workerPort),
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (printed += chunk));
  started.push(child);
  return { child, printed: () => printed };
}

/** The command lines of the processes that work on this test's folder, by environment or by argument. */
function listProcesses(): { pid: number; command: string }[] {
  return readdirSync("/proc").flatMap((name) => {
    try {
      const command = readFileSync(`/proc/${name}/cmdline`, "utf8").split("\0").join(" ");
      const environment = readFileSync(`/proc/${name}/environ`, "utf8");
      return /^\d+$/.test(name) && `${command}\0${environment}`.includes(data)
        ? [{ pid: Number(name), command }]
        : [];
    } catch {
      return [];
    }
  });
}

/** The first lines of the answer to a request of this method, which `fetch` would not send. */
async function askBy(method: string, target: string): Promise<string> {
  const socket = createConnection({ port: webPort, host: "127.0.0.1" });
  socket.write(`${method} ${target} HTTP/1.1\r\nHost: console.test\r\nConnection: close\r\n\r\n`);
  return (await text(socket)).split("\r\n\r\n")[0] ?? "";
}

/** PostgreSQL takes its lock away a moment before its process ends. */
const untilNothingRuns = (): Promise<void> =>
  vi.waitFor(() => expect(listProcesses()).toEqual([]), { timeout: 120_000, interval: 50 });

const find = (part: string): number | null =>
  listProcesses().find((one) => one.command.includes(part))?.pid ?? null;

function kill(part: string): void {
  const pid = find(part);
  // Zero would be everybody.
  if (pid === null) throw new Error(`no process of the test has ${part} in its command line`);
  process.kill(pid, "SIGKILL");
}

it("PostgreSQL is started again on its port when it dies, and a killed start leaves no web and worker", async () => {
  const { child, printed } = start();
  await vi.waitFor(() => expect(printed()).toContain("Primacy is at"), soon);
  const port = /on port (\d+)/.exec(printed())?.[1];
  kill("bin/postgres -D");
  await vi.waitFor(() => expect(printed()).toContain(`started again on port ${port}`), soon);
  await vi.waitFor(
    async () => expect([await askStatus(web()), await askStatus(worker())]).toEqual([200, 200]),
    soon,
  );
  child.kill("SIGKILL");
  await vi.waitFor(() => expect([find("server.mjs"), find("worker.mjs")]).toEqual([null, null]), soon);
});

it("a start that is stopped half-way leaves nothing running", async () => {
  const { child } = start();
  await vi.waitFor(() => expect(find("server.mjs")).not.toBeNull(), soon);
  child.kill("SIGTERM");
  expect(await once(child, "close")).toEqual([0, null]);
  await untilNothingRuns();
});

it("a start says what is in its way, and at once: a taken port, a certificate that is none", async () => {
  const server = createServer().listen(webPort, "127.0.0.1");
  await once(server, "listening");
  const taken = start();
  expect(await once(taken.child, "close")).toEqual([1, null]);
  expect(taken.printed()).toBe(
    `\nPort ${webPort} of 127.0.0.1 is taken by another program: end it, or choose another port with PORT.\n`,
  );
  server.close();
  await once(server, "close");
  const file = path.join(root, "package.json");
  const broken = start({ PRIMACY_TLS_CERT: file, PRIMACY_TLS_KEY: file });
  expect(await once(broken.child, "close")).toEqual([1, null]);
  expect(broken.printed()).toContain("cannot be read as PEM");
  expect(broken.printed()).not.toContain("Primacy is at");
  await untilNothingRuns();
});

it("DATABASE_URL names the database: web and worker use it, no other PostgreSQL is started, and TRACE and CONNECT do no harm", async () => {
  const opened = await openTestDatabase();
  try {
    const { child, printed } = start({ DATABASE_URL: opened.url });
    await vi.waitFor(() => expect(printed()).toContain("Primacy is at"), soon);
    expect([await askStatus(web()), await askStatus(worker())]).toEqual([200, 200]);
    expect(find("bin/postgres -D")).toBeNull();
    const person = { name: "admin", password: "a calm night for everyone" };
    await signInCookie(`http://127.0.0.1:${webPort}`, person);
    expect((await opened.database.users.listAdministrators()).map(({ name }) => name)).toEqual(["admin"]);
    expect(await askBy("TRACE", "/api/v1/clusters")).toMatch(/^HTTP\/1.1 405 .*\r\nallow: POST, GET/is);
    expect(await askBy("TRACE", "/clusters")).toMatch(/^HTTP\/1.1 405 .*\r\nallow: GET, HEAD/is);
    expect(await askBy("CONNECT", "db1:3306")).toMatch(/^HTTP\/1.1 405 /);
    expect(await askStatus(web())).toBe(200);
    child.kill("SIGTERM");
    expect(await once(child, "close")).toEqual([0, null]);
    await untilNothingRuns();
  } finally {
    await opened.close();
  }
});
