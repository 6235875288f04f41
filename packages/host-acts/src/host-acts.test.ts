import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { freezeProcess, listStopped, thawAllProcesses, thawProcess } from "./freeze-process";
import { killProcess } from "./kill-process";
import { killMysql, type MysqlService, startMysql, stopMysql } from "./mysql";
import { OwnHost } from "./own-host.fixture";
import { isAlive } from "./processes";
import { killService, startService, stopService } from "./service";
import { limitSpace, restoreSpace } from "./space";
import { waitFor } from "./wait-for";

let host: OwnHost;
beforeEach(() => {
  host = new OwnHost();
});
afterEach(() => host.end());

const service = (ports: readonly number[]) => ({ name: "sleepd", process: "sleep", ports });

const mysqlOn = (port: number): MysqlService => ({
  ...{ service: "sleep@one", process: "sleep", supervisor: "sleep_safe", port },
});

describe("a process", () => {
  it("is killed by its name, all of that name, and is gone on return", async () => {
    const victims = [await host.startSleeper(), await host.startSleeper()];
    const evidence = await killProcess(host, "sleep");
    expect(evidence).toMatchObject({ fault: "kill-process", target: "db1 sleep" });
    expect(evidence.observations).toEqual(victims.map(({ innerPid }) => `sleep (${innerPid}) is gone`));
    expect(evidence.observedAtMs).toBeGreaterThanOrEqual(evidence.actedAtMs);
    for (const { pid } of victims) expect(await isAlive(pid)).toBe(false);
  });

  it("is killed by its pid, and no other", async () => {
    const [victim, other] = [await host.startSleeper(), await host.startSleeper()];
    await killProcess(host, victim.innerPid);
    expect(await isAlive(victim.pid)).toBe(false);
    expect(await isAlive(other.pid)).toBe(true);
  });

  it("is not killed where it is not there: that is refused instead of nobody being seen to be gone", async () => {
    await host.startSleeper();
    const message = "There is no process 'mysqld' on db1.";
    await expect(killProcess(host, "mysqld")).rejects.toMatchObject({ code: "not_observed", message });
    const killing = killMysql(host, { ...mysqlOn(3306), process: "mysqld" }, { restart: true });
    await expect(killing).rejects.toMatchObject({ code: "not_observed" });
  });

  it("is frozen when the kernel shows it as stopped, and runs again after the thaw", async () => {
    const { innerPid } = await host.startSleeper();
    const frozen = await freezeProcess(host, "sleep");
    expect(frozen.observations).toEqual([`sleep (${innerPid}) is in state T`]);
    expect((await listStopped(host)).map((one) => one.innerPid)).toEqual([innerPid]);
    await thawProcess(host, innerPid);
    expect(await listStopped(host)).toEqual([]);
    await freezeProcess(host, innerPid);
    await thawAllProcesses(host);
    expect(await listStopped(host)).toEqual([]);
  });
});

describe("a service", () => {
  it("is killed once whoever supervises it lets it be dead, and its port is closed on return", async () => {
    const victim = await host.startSleeper();
    const port = await host.listen();
    const letDie = async (): Promise<void> => {
      expect(await isAlive(victim.pid)).toBe(true);
      await host.close();
    };
    const killed = await killService(host, service([port]), { letDie });
    expect(killed.observations).toEqual([`sleep ${victim.pid} is gone`, `nothing listens on port ${port}`]);
  });

  it("is not killed where it does not listen yet", async () => {
    const { pid } = await host.startSleeper();
    const message = "No sleep runs on db1.";
    const killing = killService(host, service([1]), { letDie: null });
    await expect(killing).rejects.toMatchObject({ code: "not_observed", message, retryable: true });
    expect(await isAlive(pid)).toBe(true);
  });

  it("is started and stopped by the host's own command, and seen to be", async () => {
    let port = 0;
    host.onRun = async (line) => {
      if (line.endsWith("start")) {
        await host.startSleeper();
        port = await host.listen();
      } else await host.close();
    };
    await startService(host, service([]));
    expect((await stopService(host, service([port]))).observations).toEqual([
      `nothing listens on port ${port}`,
    ]);
    expect(host.ran).toEqual(["service sleepd start", "service sleepd stop"]);
  });
});

describe("a MySQL server", () => {
  it("is killed by the name of its process and seen to be gone by its port, whatever these are", async () => {
    const victim = await host.startSleeper();
    const port = await host.listen();
    const killing = killMysql(host, mysqlOn(port), { restart: true });
    const isDead = async (): Promise<true | undefined> => ((await isAlive(victim.pid)) ? undefined : true);
    await waitFor("the victim to be dead", isDead, { timeoutMs: 10_000 });
    await host.close();
    expect((await killing).observations).toEqual([
      `sleep ${victim.pid} is gone`,
      `nothing listens on port ${port}`,
    ]);
  });

  it("is stopped and started by the name of its service", async () => {
    const port = await host.listen();
    host.onRun = () => host.close();
    expect((await stopMysql(host, mysqlOn(port))).observations).toEqual([
      "no sleep process is left",
      `nothing listens on port ${port}`,
    ]);
    host.onRun = () => undefined;
    await startMysql(host, mysqlOn(port), async () => undefined);
    expect(host.ran).toEqual(["service sleep@one stop", "service sleep@one start"]);
  });
});

it("limits the space of a folder once, refuses to call it limited where it is not, and takes away its own alone", async () => {
  host.stdout = "Avail\n4096\n";
  const limited = await limitSpace(host, "drill", "/var/log", 4_096);
  expect(limited.observations).toEqual(["/var/log has 4096 bytes left"]);
  expect(host.ran).toContain("mount -t tmpfs -o size=4096,mode=755 drill /var/log");
  host.mounts = "proc /proc proc rw 0 0\ndrill /var/log tmpfs rw 0 0\n";
  host.ran.length = 0;
  await limitSpace(host, "drill", "/var/log", 4_096);
  expect(host.ran).toEqual(["df -B1 --output=avail /var/log"]);
  host.stdout = "Avail\n9999\n";
  await expect(limitSpace(host, "drill", "/var/log", 4_096)).rejects.toMatchObject({
    message: "/var/log on db1 still has 9999 bytes.",
  });
  host.ran.length = 0;
  await restoreSpace(host, "drill");
  expect(host.ran).toEqual(["umount -l /var/log"]);
});
