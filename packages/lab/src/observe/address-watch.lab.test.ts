import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { acquireTestLab, assertUnbroken, type HostName, type Lab, type TestLab, TestWatch } from "../index";
import { runRootSql } from "../mysql/root-sql";

describe("who holds an address, seen from outside", { timeout: 300_000 }, () => {
  let held: TestLab;
  let lab: Lab;
  let address: string;

  beforeAll(async () => {
    held = await acquireTestLab();
    lab = held.lab;
    address = `${lab.names.network}.150`;
  });
  afterAll(async () => {
    for (const host of ["db1", "db2", "px1"] as const) await remove(host);
    await held.release();
  });

  /** As one who does not know that the address is another's; the file's own watch is told. */
  async function add(host: HostName, ...more: string[]): Promise<void> {
    await held.standing.addConflictingHost(host, `${address}/32`, more);
  }

  async function remove(host: HostName): Promise<void> {
    await lab.host(host).tryExec(["ip", "address", "delete", `${address}/32`, "dev", "eth0"]);
  }

  it("is the host that has it in its kernel, and the card that answers ARP for it", async () => {
    expect(await lab.observe.addressHolders(address)).toEqual([]);
    expect(await lab.observe.arpOwners(address)).toEqual([]);
    await add("db1");
    expect(await lab.observe.addressHolders(address)).toEqual(["db1"]);
    const owners = await lab.observe.arpOwners(address);
    expect(owners).toEqual([{ mac: lab.host("db1").mac, host: "db1", replies: 2 }]);
    await remove("db1");
  });

  it("is two hosts when two answer", async () => {
    await add("db1");
    await add("db2");
    const owners = await lab.observe.arpOwners(address);
    expect(owners.map((owner) => owner.host).sort()).toEqual(["db1", "db2"]);
    await remove("db1");
    await remove("db2");
  });

  it("shows a move without overlap, a lease that runs out, and an overlap however short", async () => {
    await add("db1");
    const watch = await lab.observe.watchHolders(address);
    expect(watch.holders).toEqual(["db1"]);
    await remove("db1");
    await add("db2", "valid_lft", "1", "preferred_lft", "1");
    await watch.waitForLoss("db2", 0, { timeoutMs: 60_000 });
    await watch.waitForHolders([], { timeoutMs: 60_000 });
    expect(watch.overlaps).toEqual([]);
    await add("db1");
    await add("px1");
    await remove("db1");
    await watch.stop();
    expect(watch.intervals.map((interval) => interval.host)).toEqual(["db1", "db2", "db1", "px1"]);
    expect(watch.overlaps.map((overlap) => overlap.hosts)).toEqual([["db1", "px1"]]);
    await remove("px1");
  });

  it("is nobody once the holder has lost its power, and is seen again after it came back", async () => {
    await add("px1");
    const watch = await lab.observe.watchHolders(address);
    await lab.fault.powerOff("px1");
    await watch.waitForHolders([], { timeoutMs: 60_000 });
    await lab.fault.powerOn("px1");
    await add("px1");
    await watch.waitForHolders(["px1"], { timeoutMs: 60_000 });
    await watch.stop();
    expect(watch.overlaps).toEqual([]);
    await remove("px1");
    await lab.fault.heal();
  });

  it("fails a file in which two hosts had an address at once, and one that lost an acknowledged write", async () => {
    const other = await TestWatch.start(lab, { testName: () => "a bad day" });
    await add("db1");
    await other.proveWrite(address);
    await add("db2");
    await remove("db2");
    await runRootSql(lab.host("db1"), "DELETE FROM lab.writes ORDER BY written_at DESC LIMIT 1;");
    const violations = await other.end();
    await remove("db1");
    expect(violations).toEqual([
      expect.stringMatching(
        /^db1 and db2 had [\d.]+\.150 at once from [\d:.]+ to [\d:.]+ \(\d+ ms\), in the test "a bad day"\.$/,
      ),
      expect.stringMatching(/^1 of \d+ acknowledged writes are missing on db1, the primary: /),
    ]);
    expect(() => assertUnbroken(violations)).toThrow(/at once[\s\S]*missing on db1/);
  });
});
