import { type ChildProcess, execFile, spawn } from "node:child_process";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { runLab } from "./cli/run-lab";
import {
  type Lab,
  type LabPart,
  listLabs,
  observeGroup,
  observeLabStatus,
  observeLeftovers,
  openLab,
  startLab,
  stopLab,
} from "./index";

const one = { name: "lifeone", subnet: "10.91.0.0/24" } as const;
const two = { name: "lifetwo", subnet: "10.92.0.0/24" } as const;
const crashed = { name: "lifekill", subnet: "10.93.0.0/24" } as const;
const hostsOnly = { hosts: ["db1", "px1", "app1"], with: [] } as const satisfies {
  hosts: readonly string[];
  with: readonly LabPart[];
};

const loader = pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href;
const main = fileURLToPath(new URL("./cli/main.ts", import.meta.url));

async function removeAll(): Promise<void> {
  for (const { name } of [one, two, crashed]) await stopLab(name);
}

async function listInits(lab: Lab): Promise<(number | null)[]> {
  return Promise.all(lab.hosts.map((host) => host.findInitPid()));
}

describe("the life of a lab", { timeout: 600_000 }, () => {
  beforeAll(removeAll);
  afterAll(removeAll);

  it("refuses a wrong name and subnet with every reason at once, and changes nothing", async () => {
    const before = await listLabs();
    await expect(startLab({ name: "No_Good", subnet: "10.1.2.3/16" })).rejects.toThrow(
      /No_Good.*10\.1\.2\.3\/16/,
    );
    expect(await listLabs()).toEqual(before);
  });

  it("keeps its hosts running when it is brought up again", async () => {
    const first = await startLab({ ...one, ...hostsOnly });
    const inits = await listInits(first);
    expect(inits).not.toContain(null);
    const second = await startLab({ ...one, ...hostsOnly });
    expect(await listInits(second)).toEqual(inits);
    expect(second.credentials).toEqual(first.credentials);
  });

  it("gives no connection the ports on which MySQL is to listen", async () => {
    const host = (await startLab({ ...one, ...hostsOnly })).host("db1");
    const range = "/proc/sys/net/ipv4/ip_local_port_range";
    const connect = `exec 3<>/dev/tcp/${host.address}/22`;
    const connectFrom = (ports: string) =>
      host.tryExec(["bash", "-c", `echo ${ports} >${range} && ${connect}`]);
    const before = (await host.exec(["cat", range])).stdout;
    try {
      expect((await connectFrom("33063 33064")).exitCode).toBe(0);
      const refused = await connectFrom("33060 33062");
      expect([refused.exitCode, refused.stderr]).toEqual([
        1,
        expect.stringMatching(/assign requested address/),
      ]);
    } finally {
      await host.exec(["sh", "-c", `echo ${before.trim()} >${range}`]);
    }
  });

  it("refuses another subnet for a lab that exists, and a subnet that another lab uses", async () => {
    await startLab({ ...one, ...hostsOnly });
    await expect(startLab({ ...one, subnet: "10.99.0.0/24" })).rejects.toThrow(/exists with subnet/);
    await expect(startLab({ name: "lifetwo", subnet: one.subnet, ...hostsOnly })).rejects.toThrow(
      /already in use/,
    );
  });

  it("lives beside another lab, each out of the other's reach, and goes without touching it", async () => {
    const first = await startLab({ ...one, ...hostsOnly });
    const second = await startLab({ ...two, ...hostsOnly });
    const [mine, other] = [first.host("app1"), second.host("db1")];
    const ping = async (address: string): Promise<number> =>
      (await mine.tryExec(["ping", "-c", "1", "-W", "1", address])).exitCode;
    // An answer that a busy machine did not read within the second is no silence.
    await expect.poll(() => ping(first.host("db1").address), { timeout: 60_000 }).toBe(0);
    expect(await ping(other.address)).toBe(1);
    const inits = await listInits(second);
    await first.down();
    expect(await observeLeftovers(one.name)).toEqual([]);
    expect(await listInits(second)).toEqual(inits);
    await second.down();
    expect(await observeLeftovers(two.name)).toEqual([]);
  });

  it("gives every host its own name, machine id, address and process table", async () => {
    const lab = await startLab({ ...one, ...hostsOnly });
    const ids = await Promise.all(lab.hosts.map((host) => host.readFile("/etc/machine-id")));
    expect(new Set(ids).size).toBe(lab.hosts.length);
    for (const host of lab.hosts) {
      const { stdout } = await host.exec([
        "sh",
        "-c",
        "hostname; ip -brief address show eth0; cat /proc/1/comm",
      ]);
      expect(stdout).toContain(`${host.name}\n`);
      expect(stdout).toContain(`${host.address}/24`);
      expect(stdout).toMatch(/tini$/m);
    }
  });

  it("is looked at, entered, broken and healed from the command line", async () => {
    await startLab({ ...one, ...hostsOnly });
    const command = ["sh", "-c", "hostname; exit 3"];
    const [entered, broken] = await Promise.all([
      runCommandLine("exec", "db1", "--name", one.name, "--", ...command),
      runCommandLine("fault", "power-off", "px1", "--name", one.name),
    ]);
    expect(entered).toMatchObject({ code: 3, stdout: "db1\n" });
    expect(broken).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^power-off px1: observed after/),
    });
    expect(await runHere("status")).toMatchObject({
      code: 1,
      printed: expect.stringMatching(/^px1 .* off\b/m),
    });
    expect(await runHere("fault", "heal")).toMatchObject({ code: 0 });
    const { code, printed } = await runHere("status", "--json");
    const powers = hostsOnly.hosts.map((name) => ({ name, power: "on" }));
    expect([code, JSON.parse(printed)]).toMatchObject([0, { hosts: powers }]);
  });

  it("reaps orphans and keeps what outlives the session that started it", async () => {
    const host = (await startLab({ ...one, ...hostsOnly })).host("db1");
    await host.exec(["sh", "-c", "setsid sleep 1234 >/dev/null 2>&1 & (true &); exit 0"]);
    const list = async (): Promise<string> => (await host.exec(["ps", "-eo", "ppid,stat,args"])).stdout;
    await expect.poll(list, { timeout: 60_000 }).toMatch(/^\s+1\s+\S+\s+sleep 1234$/m);
    await expect.poll(list, { timeout: 60_000 }).not.toMatch(/^\s+\d+\s+Z/m);
    await host.exec(["pkill", "-f", "sleep 1234"]);
  });

  it("is over when a start that was stopped in its midst says so: nothing of it comes up behind a down", async () => {
    for (const processes of [1, 8]) {
      const stop = new AbortController();
      const started = startLab({ ...crashed, with: [], signal: stop.signal });
      const ended = expect(started).rejects.toThrow();
      await expect
        .poll(
          async () => (await observeLeftovers(crashed.name)).filter((one) => /^process/.test(one)).length,
          { timeout: 60_000, interval: 1 },
        )
        .toBeGreaterThanOrEqual(processes);
      stop.abort(new Error("enough"));
      await ended;
      await stopLab(crashed.name);
      expect(await observeLeftovers(crashed.name)).toEqual([]);
    }
  });

  it("goes on after up was killed at any point, and leaves nothing after down", async () => {
    for (const line of ["is up at", "starting MySQL", "founding the group"]) {
      await killUpAt(crashed, line);
    }
    const lab = await startLab({ ...crashed, hosts: ["db1", "db2", "app1"], with: ["mysql"] });
    const status = await observeLabStatus(lab);
    expect(status.hosts.map((host) => host.power)).toEqual(["on", "on", "on"]);
    const members = await observeGroup(lab.host("db1"));
    expect(members.map((member) => member.state)).toEqual(["ONLINE", "ONLINE"]);
    await killUpAt(crashed, "ONLINE in the group");
    await stopLab(crashed.name);
    expect(await observeLeftovers(crashed.name)).toEqual([]);
    await expect(openLab(crashed.name)).rejects.toThrow(/no lab 'lifekill'/);
  });
});

/** The lab's command line as its own process, to its end. */
function runCommandLine(...args: string[]): Promise<{ code: number | null; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, ["--import", loader, main, ...args], (_error, stdout, stderr) =>
      resolve({ code: child.exitCode, stdout, stderr }),
    );
  });
}

/** The same in this process, which is quicker. */
async function runHere(...args: string[]): Promise<{ code: number; printed: string }> {
  const lines: string[] = [];
  const log = vi.spyOn(console, "log").mockImplementation((line: string) => {
    lines.push(line);
  });
  try {
    const code = await runLab([...args, "--name", one.name], new AbortController().signal);
    return { code, printed: lines.join("\n") };
  } finally {
    log.mockRestore();
  }
}

/** Runs `up` as its own process and kills it with SIGKILL as soon as it prints the line. */
async function killUpAt(lab: { name: string; subnet: string }, line: string): Promise<void> {
  const what = ["--name", lab.name, "--subnet", lab.subnet, "--hosts", "db1,db2,app1", "--with", "mysql"];
  const child = spawn(process.execPath, ["--import", loader, main, "up", ...what], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await waitForLine(child, line);
  child.kill("SIGKILL");
}

async function waitForLine(child: ChildProcess, text: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    child.once("close", () => reject(new Error(`up ended before it printed '${text}'`)));
    if (child.stdout === null) return;
    createInterface({ input: child.stdout }).on("line", (line) => {
      if (line.includes(text)) resolve();
    });
  });
}
