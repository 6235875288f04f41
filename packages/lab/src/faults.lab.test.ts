import { findProcesses } from "@primacy/host-acts";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { restoreConnections, useUpConnections } from "./fault/load-faults";
import {
  acquireTestLab,
  haproxyPorts,
  type Lab,
  observeLabStatus,
  routerPorts,
  type TestLab,
  waitFor,
} from "./index";
import { countCuts } from "./network/wire-rules";
import { observeGreeting, waitForGreeting } from "./observe/greeting";

/** Faults of hosts and network, on the shared lab; what they do to the group is told in group.lab.test.ts. */
describe("faults that the lab injects", { timeout: 300_000 }, () => {
  let held: TestLab;
  let lab: Lab;

  beforeAll(async () => {
    held = await acquireTestLab();
    lab = held.lab;
  });
  afterEach(() => lab.fault.heal());
  afterAll(() => held.release());

  async function canReach(from: "db1" | "db2" | "px1" | "px2" | "app1", to: string): Promise<boolean> {
    return (await lab.host(from).tryExec(["ping", "-q", "-c", "1", "-W", "1", to])).exitCode === 0;
  }

  /** Waits until it does: an answer that a busy machine did not read in time is no silence. */
  async function awaitReach(from: "db1" | "db2" | "px1" | "px2" | "app1", to: string): Promise<void> {
    await expect.poll(() => canReach(from, to), { timeout: 60_000 }).toBe(true);
  }

  it("cut hosts from each other both ways, and from nobody else", async () => {
    const evidence = await lab.fault.cut({ from: ["px1"], to: ["px2", "app1"] });
    expect(evidence.observations).toContain("a ping from px1 does not arrive at px2, app1");
    expect(await canReach("px1", lab.host("px2").address)).toBe(false);
    await awaitReach("px1", lab.host("db1").address);
    await awaitReach("px1", lab.names.gateway);
    await awaitReach("px2", lab.host("app1").address);
  });

  it("cut one way only, so that the other way still carries", async () => {
    const evidence = await lab.fault.cut({ from: ["px1"], to: ["px2"], oneWay: true });
    expect(evidence.observations).toEqual([
      "a ping from px1 does not arrive at px2",
      "a ping from px2 arrives at px1",
    ]);
  });

  it("cut IP alone, so that ARP is still answered", async () => {
    await lab.fault.cut({ from: ["app1"], to: ["px1"], layer: "ip" });
    expect(await canReach("app1", lab.host("px1").address)).toBe(false);
    const owners = await lab.observe.arpOwners(lab.host("px1").address);
    expect(owners.map((owner) => owner.host)).toEqual(["px1"]);
  });

  it("isolate a host from everything, the console too, and it stays on", async () => {
    await lab.fault.isolate("px1");
    expect(await observeGreeting(lab.host("px1").address, 22, 500)).toBeNull();
    expect(await canReach("px1", lab.names.gateway)).toBe(false);
    expect(await lab.host("px1").isOn()).toBe(true);
  });

  it("pull a cable, which the host sees as a lost carrier, and plug it in again", async () => {
    await lab.fault.linkDown("px2");
    const { stdout } = await lab.host("px2").exec(["ip", "-brief", "link", "show", "eth0"]);
    expect(stdout).toMatch(/NO-CARRIER|LOWERLAYERDOWN/);
    await lab.fault.linkUp("px2");
    await awaitReach("px1", lab.host("px2").address);
  });

  it("freeze and thaw a process, seen in the kernel's process state", async () => {
    const evidence = await lab.fault.freezeProcess("px1", "haproxy");
    expect(evidence.observations[0]).toMatch(/^haproxy \(\d+\) is in state T$/);
    await lab.fault.thawProcess("px1", "haproxy");
    expect((await findProcesses(lab.host("px1"), "haproxy")).map((one) => one.state)).not.toContain("T");
  });

  it.each([
    { service: "ssh", name: "sshd", port: 22 },
    { service: "haproxy", name: "haproxy", port: haproxyPorts.write },
    { service: "mysqlrouter", name: "mysqlrouter", port: routerPorts.write },
    { service: "keepalived", name: "keepalived", port: null },
  ] as const)("kill $service, which its supervisor starts again", async ({ service, name, port }) => {
    const px1 = lab.host("px1");
    const before = (await findProcesses(px1, name)).map(({ pid }) => pid);
    const evidence = await lab.fault.killService("px1", service, { restart: true });
    expect(evidence.observations).toEqual(before.map((pid) => `${name} ${pid} is gone`));
    const after = await waitFor(
      `another ${name}`,
      async () => {
        const found = await findProcesses(px1, name);
        return found.length > 0 ? found : undefined;
      },
      { timeoutMs: 60_000 },
    );
    expect(after.filter(({ pid }) => before.includes(pid))).toEqual([]);
    if (port !== null) await waitForGreeting(px1.address, port);
  });

  it.each([
    { service: "ssh", name: "sshd", port: 22 },
    { service: "haproxy", name: "haproxy", port: haproxyPorts.write },
    { service: "mysqlrouter", name: "mysqlrouter", port: routerPorts.write },
  ] as const)(
    "kill $service for good, stop it, and start it: it stays as it was left",
    async ({ service, name, port }) => {
      const px1 = lab.host("px1");
      const killed = await lab.fault.killService("px1", service, { restart: false });
      expect(killed.observations).toContain(`nothing listens on port ${port}`);
      // A supervisor would have started it within a second, and another service comes back meanwhile.
      await lab.fault.killService("px1", "keepalived", { restart: true });
      await waitFor(
        "keepalived to be back",
        async () => ((await findProcesses(px1, "keepalived")).length > 0 ? true : undefined),
        { timeoutMs: 60_000 },
      );
      expect(await findProcesses(px1, name)).toEqual([]);
      expect(await observeGreeting(px1.address, port, 300)).toBeNull();
      await expect(lab.fault.killService("px1", service, { restart: false })).rejects.toMatchObject({
        code: "not_observed",
      });
      expect((await lab.fault.startService("px1", service)).observations).toContain(`port ${port} listens`);
      await waitForGreeting(px1.address, port);
      await lab.fault.stopService("px1", service);
      await lab.fault.stopService("px1", service);
      expect(await observeGreeting(px1.address, port, 300)).toBeNull();
      await lab.fault.heal();
      await waitForGreeting(px1.address, port);
    },
  );

  it("end a service that stands still, and kill one that ignores its stop", async () => {
    const px2 = lab.host("px2");
    const statusOf = (name: string) => px2.tryExec(["service", name, "status"]);
    await lab.fault.freezeProcess("px2", "mysqlrouter");
    const stopped = await lab.fault.stopService("px2", "mysqlrouter");
    expect(stopped.observations).toContain(`nothing listens on port ${routerPorts.write}`);
    expect(await statusOf("mysqlrouter")).toMatchObject({
      exitCode: 3,
      stdout: expect.stringContaining("down"),
    });
    await lab.fault.startService("px2", "mysqlrouter");
    expect((await statusOf("mysqlrouter")).exitCode).toBe(0);

    const deaf = "#!/bin/sh\ntrap '' TERM\nwhile :; do sleep 0.1; done\n";
    await px2.writeFile("/etc/service/lab-deaf/run", deaf, 0o755);
    await px2.exec(["cp", "/etc/init.d/haproxy", "/etc/init.d/lab-deaf"]);
    try {
      // Its supervisor looks for new services each five seconds.
      await expect.poll(async () => (await statusOf("lab-deaf")).exitCode, { timeout: 60_000 }).toBe(0);
      await px2.exec(["service", "lab-deaf", "restart"], { timeoutMs: 60_000 });
      expect((await statusOf("lab-deaf")).exitCode).toBe(0);
      await px2.exec(["service", "lab-deaf", "stop"], { timeoutMs: 60_000 });
      expect((await statusOf("lab-deaf")).exitCode).toBe(3);
    } finally {
      await px2.exec(["rm", "-rf", "/etc/service/lab-deaf", "/etc/init.d/lab-deaf"]);
    }
  });

  it("move the proxies' address away from a proxy whose HAProxy is dead, as it would at a user's", async () => {
    const holderOf = async (): Promise<string | undefined> => {
      const owners = await lab.observe.arpOwners(lab.names.proxyVip);
      return owners.length === 1 ? (owners[0]?.host ?? undefined) : undefined;
    };
    const first = await waitFor("one proxy to hold it", holderOf, { timeoutMs: 60_000 });
    const name = first === "px1" ? "px1" : "px2";
    await lab.fault.killService(name, "haproxy", { restart: false });
    await expect.poll(holderOf, { timeout: 60_000 }).toBe(name === "px1" ? "px2" : "px1");
  });

  it("kill a process by its number, once", async () => {
    const [sshd] = await findProcesses(lab.host("px1"), "sshd");
    const evidence = await lab.fault.killProcess("px1", sshd?.innerPid ?? 0);
    expect(evidence.observations).toEqual([`sshd (${sshd?.innerPid}) is gone`]);
    await expect(lab.fault.killProcess("px1", sshd?.innerPid ?? 0)).rejects.toMatchObject({
      code: "not_observed",
    });
  });

  it("freeze a whole host, whose kernel still answers while nothing on it does", async () => {
    await lab.fault.freezeHost("px1");
    const owners = await lab.observe.arpOwners(lab.host("px1").address);
    expect(owners.map((owner) => owner.host)).toEqual(["px1"]);
    await expect(lab.host("px1").exec(["true"])).rejects.toMatchObject({ code: "host_frozen" });
    await lab.fault.thawHost("px1");
    expect((await lab.host("px1").exec(["echo", "alive"])).stdout).toBe("alive\n");
  });

  it("take a host's power, and with it its addresses and firewall, but not its disk", async () => {
    const px1 = lab.host("px1");
    await px1.exec(["ip", "address", "add", "10.79.0.77/32", "dev", "eth0"]);
    await px1.exec(["nft", "add", "table", "inet", "leftover"]);
    await px1.writeFile("/var/tmp/kept", "kept");
    await lab.fault.powerOff("px1");
    await expect(px1.exec(["true"])).rejects.toMatchObject({ code: "host_off" });
    await lab.fault.powerOn("px1");
    expect(await px1.readFile("/var/tmp/kept")).toBe("kept");
    expect((await px1.exec(["ip", "-brief", "address"])).stdout).not.toContain("10.79.0.77");
    expect((await px1.exec(["nft", "list", "tables"])).stdout).not.toContain("leftover");
    expect(px1.mac).toBe((await px1.readFile("/sys/class/net/eth0/address")).trim());
  });

  it("start at power on what a user had linked into the run level", async () => {
    const px2 = lab.host("px2");
    const script = `#!/bin/sh
### BEGIN INIT INFO
# Provides: lab-probe
# Required-Start: $remote_fs
# Required-Stop: $remote_fs
# Default-Start: 2 3 4 5
# Default-Stop: 0 1 6
### END INIT INFO
[ "$1" = start ] && touch /run/lab-probe-started
exit 0
`;
    await px2.writeFile("/etc/init.d/lab-probe", script, 0o755);
    await px2.exec(["update-rc.d", "lab-probe", "defaults"]);
    await lab.fault.powerOff("px2");
    await lab.fault.powerOn("px2");
    await lab.fault.heal();
    expect((await px2.tryExec(["test", "-e", "/run/lab-probe-started"])).exitCode).toBe(0);
    await px2.exec(["update-rc.d", "-f", "lab-probe", "remove"]);
    await px2.exec(["rm", "/etc/init.d/lab-probe"]);
  });

  it("give a host other SSH host keys, and take away its disk space", async () => {
    const before = await lab.sshAccess("app1");
    await lab.fault.changeHostKeys("app1");
    const after = await lab.sshAccess("app1");
    expect(after.hostKeyFingerprints).not.toContain(before.hostKeyFingerprints[0]);
    await lab.fault.limitSpace("app1", "/opt", 8192);
    const write = await lab.host("app1").tryExec(["dd", "if=/dev/zero", "of=/opt/big", "bs=1M", "count=1"]);
    expect(write.stderr).toContain("No space left on device");
    await lab.fault.heal();
    expect((await lab.host("app1").tryExec(["test", "-e", "/opt/big"])).exitCode).toBe(1);
  });

  it("use up a server's connections and give them back, also where lost clients hold many", async () => {
    const lost = await Promise.all(Array.from({ length: 45 }, () => lab.mysql("db3")));
    const taken: typeof lost = [];
    const ask = async (): Promise<void> => (await lab.mysql("db3", { account: "bench" })).destroy();
    try {
      await useUpConnections(lab, "db3", taken);
      await expect(ask()).rejects.toMatchObject({ code: "ER_CON_COUNT_ERROR" });
    } finally {
      for (const connection of [...taken, ...lost]) connection.destroy();
      await restoreConnections(lab, "db3");
    }
    await ask();
  });

  it("may be injected twice, and all end with one heal", async () => {
    for (const _ of [1, 2]) {
      await lab.fault.cut({ from: ["px1"], to: ["app1"] });
      await lab.fault.freezeHost("px1");
      await lab.fault.powerOff("px2");
    }
    expect(await countCuts(lab.names)).toBe(2);
    await lab.fault.heal();
    expect(await countCuts(lab.names)).toBe(0);
    expect((await observeLabStatus(lab)).hosts.map((host) => host.power)).toEqual(Array(6).fill("on"));
    await awaitReach("px1", lab.host("app1").address);
  });

  it("are refused with a reason where they make no sense", async () => {
    await expect(lab.fault.cut({ from: ["db1"], to: ["db1"] })).rejects.toMatchObject({ code: "bad_option" });
    await expect(lab.fault.stopService("app1", "haproxy")).rejects.toThrow(
      "app1 has the services ssh; not 'haproxy'.",
    );
    await expect(lab.fault.freezeProcess("px1", "no-such-name")).rejects.toThrow(
      /no process 'no-such-name' on px1/,
    );
  });
});
