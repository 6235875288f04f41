import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { acquireTestLab, type HostName, type Lab, type TestLab } from "../index";

const ADDRESS = "10.79.0.150";

describe("who holds an address, seen from outside", { timeout: 60_000 }, () => {
  let held: TestLab;
  let lab: Lab;

  beforeAll(async () => {
    held = await acquireTestLab();
    lab = held.lab;
  }, 300_000);
  afterAll(async () => {
    for (const host of ["db1", "db2", "px1"] as const) await change(host, "delete");
    await held.release();
  });

  async function change(host: HostName, verb: "add" | "delete", ...more: string[]): Promise<void> {
    await lab.host(host).tryExec(["ip", "address", verb, `${ADDRESS}/32`, "dev", "eth0", ...more]);
  }

  it("is the host that has it in its kernel, and the card that answers ARP for it", async () => {
    expect(await lab.observe.addressHolders(ADDRESS)).toEqual([]);
    expect(await lab.observe.arpOwners(ADDRESS)).toEqual([]);
    await change("db1", "add");
    expect(await lab.observe.addressHolders(ADDRESS)).toEqual(["db1"]);
    const owners = await lab.observe.arpOwners(ADDRESS);
    expect(owners).toEqual([{ mac: lab.host("db1").mac, host: "db1", replies: 2 }]);
  });

  it("is two hosts when two answer", async () => {
    await change("db1", "add");
    await change("db2", "add");
    const owners = await lab.observe.arpOwners(ADDRESS);
    expect(owners.map((owner) => owner.host).sort()).toEqual(["db1", "db2"]);
    await change("db1", "delete");
    await change("db2", "delete");
  });

  it("shows a move without overlap, a lease that runs out, and an overlap however short", async () => {
    await change("db1", "add");
    const watch = await lab.observe.watchHolders(ADDRESS);
    expect(watch.holders).toEqual(["db1"]);
    await change("db1", "delete");
    await change("db2", "add", "valid_lft", "1", "preferred_lft", "1");
    await watch.waitForHolders(["db2"], { timeoutMs: 1_000 });
    await watch.waitForHolders([], { timeoutMs: 3_000 });
    expect(watch.overlaps).toEqual([]);
    await change("db1", "add");
    await change("px1", "add");
    await change("db1", "delete");
    await watch.stop();
    expect(watch.intervals.map((interval) => interval.host)).toEqual(["db1", "db2", "db1", "px1"]);
    expect(watch.overlaps.map((overlap) => overlap.hosts)).toEqual([["db1", "px1"]]);
    await change("px1", "delete");
  });

  it("is nobody once the holder has lost its power, and is seen again after it came back", async () => {
    await change("px1", "add");
    const watch = await lab.observe.watchHolders(ADDRESS);
    await lab.fault.powerOff("px1");
    await watch.waitForHolders([], { timeoutMs: 1_000 });
    await lab.fault.powerOn("px1");
    await change("px1", "add");
    await watch.waitForHolders(["px1"], { timeoutMs: 1_000 });
    await watch.stop();
    expect(watch.overlaps).toEqual([]);
    await change("px1", "delete");
    await lab.fault.heal();
  });
});
