import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { acquireTestLab, type HostName, type Lab, type TestLab } from "../index";
import { WireWatch } from "./wire-watch";

describe("who answers for an address on the wire", { timeout: 300_000 }, () => {
  let held: TestLab;
  let lab: Lab;
  let address: string;
  let watch: WireWatch | undefined;

  beforeAll(async () => {
    held = await acquireTestLab();
    lab = held.lab;
    address = `${lab.names.network}.151`;
    watch = await WireWatch.start(lab, address, "px1");
  });
  afterAll(async () => {
    try {
      await watch?.stop();
      for (const host of ["db1", "db2"] as const) await remove(host);
    } finally {
      await held.release();
    }
  });

  async function add(host: HostName): Promise<void> {
    await held.standing.addConflictingHost(host, `${address}/32`);
  }

  async function remove(host: HostName): Promise<void> {
    await lab.host(host).tryExec(["ip", "address", "delete", `${address}/32`, "dev", "eth0"]);
  }

  /** Who answered the newest question that was asked after this call. */
  async function hear(): Promise<readonly string[]> {
    await watch?.catchUp();
    const macs = watch?.rounds.at(-1)?.macs ?? [];
    return macs.map((mac) => lab.hosts.find((host) => host.mac === mac)?.name ?? mac).sort();
  }

  it("is nobody, the host that has it, or two, question by question, ten times a second", async () => {
    expect(await hear()).toEqual([]);
    await add("db1");
    expect(await hear()).toEqual(["db1"]);
    await add("db2");
    expect(await hear()).toEqual(["db1", "db2"]);
    await remove("db1");
    expect(await hear()).toEqual(["db2"]);
    await remove("db2");
    expect(await hear()).toEqual([]);
    const asked = (watch?.rounds ?? []).map(({ askedMs }) => askedMs);
    const gaps = asked.slice(1).map((askedMs, at) => askedMs - (asked[at] ?? 0));
    expect(gaps.sort((a, b) => a - b)[Math.floor(gaps.length / 2)]).toBeLessThan(150);
  });

  it("has a hole once who asks has ended, and says so", async () => {
    const other = await WireWatch.start(lab, address, "px2");
    process.kill(other.pid, "SIGKILL");
    await expect(other.catchUp()).rejects.toThrow(/\.151 on the wire has a hole: who asks has ended/);
    await other.stop();
    await expect(other.catchUp(), "nor later").rejects.toThrow(/who asks has ended/);
    expect(other.heard.length, "what it heard before stays known").toBeGreaterThan(0);
  });
});
