import { describe, expect, test } from "vitest";
import { compareCounters, countBetween } from "./compare-counters";
import { type CounterTexts, parseCounters } from "./parse-counters";

const stat = (busy: number, idle: number, steal = 0): string =>
  `cpu  ${busy} 0 0 ${idle} 0 0 0 ${steal} 0 0\ncpu0 1 1 1 1 1 1 1 1 0 0\nintr 5\n`;

const disk = (name: string, sectorsRead: number, sectorsWritten: number, busyMs: number): string =>
  `   8       0 ${name} 10 0 ${sectorsRead} 5 20 0 ${sectorsWritten} 7 0 ${busyMs} 12 0 0 0 0 0 0`;

const link = (name: string, inBytes: number, outBytes: number): string =>
  `${name.padStart(6)}: ${inBytes} 7 0 0 0 0 0 0 ${outBytes} 9 0 0 0 0 0 0`;

const netHead =
  "Inter-|   Receive        |  Transmit\n face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop fifo colls carrier compressed\n";

function read(atMs: number, texts: Partial<CounterTexts>) {
  const counters = parseCounters({ stat: "", diskstats: "", netDev: "", meminfo: "", ...texts });
  return { atMs, counters };
}

const links = (atMs: number, ...rows: string[]) => read(atMs, { netDev: netHead + rows.join("\n") });
const disks = (atMs: number, ...rows: string[]) => read(atMs, { diskstats: rows.join("\n") });

describe("what a host did between two looks", () => {
  test("is each figure per second, by the time that really went by", () => {
    const before = read(1_000, {
      stat: stat(100, 100, 10),
      diskstats: disk("vda", 100, 200, 50),
      netDev: `${netHead}${link("lo", 1, 1)}\n${link("eth0", 1_000, 5_000)}\n`,
    });
    const after = read(2_250, {
      stat: stat(190, 200, 20),
      diskstats: disk("vda", 110, 240, 675),
      netDev: `${netHead}${link("lo", 9_999, 9_999)}\n${link("eth0", 2_250, 10_000)}\n`,
      meminfo: "MemTotal:  9 kB\nMemAvailable:    2048 kB\n",
    });
    expect(compareCounters(before, after)).toEqual({
      spanMs: 1_250,
      cpu: { busy: 0.5, steal: 0.05 },
      disk: { readBytes: 4_096, writeBytes: 16_384, busiest: 0.5 },
      network: { inBytes: 1_000, outBytes: 4_000 },
      interfaces: [{ name: "eth0", inBytes: 1_000, outBytes: 4_000, counts: true }],
      memoryAvailableBytes: 2_097_152,
    });
  });

  test("has nothing of what the kernel does not say", () => {
    expect(
      compareCounters(read(0, { stat: "cpu x" }), read(1_000, { stat: "", meminfo: "MemTotal: 1 kB" })),
    ).toEqual({
      spanMs: 1_000,
      cpu: null,
      disk: null,
      network: null,
      interfaces: [],
      memoryAvailableBytes: null,
    });
  });

  test("is a gap where the host stood still for a second or more, and no giant", () => {
    const before = links(0, link("eth0", 0, 0));
    expect(compareCounters(before, links(2_001, link("eth0", 9e9, 9e9)))).toBeNull();
    expect(compareCounters(before, links(100, link("eth0", 9e9, 9e9)))).toBeNull();
  });

  test("leaves out an interface that comes, goes, or begins anew, and keeps the others", () => {
    const before = links(0, link("eth0", 500, 500), link("eth1", 90, 90), link("eth3", 700, 700));
    const after = links(1_000, link("eth0", 600, 700), link("eth2", 5e9, 5e9), link("eth3", 3, 3));
    expect(compareCounters(before, after)).toMatchObject({
      network: { inBytes: 100, outBytes: 200 },
      interfaces: [{ name: "eth0" }],
    });
  });

  test("leaves out a disk that comes or goes", () => {
    const after = disks(1_000, disk("sda", 8, 8, 100), disk("sdb", 9_999, 9_999, 1_000));
    expect(compareCounters(disks(0, disk("sda", 0, 0, 0), disk("sdc", 1, 1, 1)), after)?.disk).toEqual({
      readBytes: 4_096,
      writeBytes: 4_096,
      busiest: 0.1,
    });
  });

  test("counts a disk once, without its partitions and without what stands upon it", () => {
    const rows = (n: number) =>
      [
        "sda",
        "sda1",
        "sdaa",
        "nvme0n1",
        "nvme0n1p2",
        "nvme0n10",
        "dm-0",
        "md127",
        "loop3",
        "mmcblk0",
        "mmcblk0p1",
      ].map((name) => disk(name, n, 0, 0));
    const { disks: found } = disks(0, ...rows(0)).counters;
    expect([...found.keys()]).toEqual(["sda", "sdaa", "nvme0n1", "nvme0n10", "mmcblk0"]);
    expect(compareCounters(disks(0, ...rows(0)), disks(1_000, ...rows(2)))?.disk?.readBytes).toBe(5_120);
  });

  test("names bridges, bonds and tunnels, and does not count their bytes twice", () => {
    const names = ["eth0", "enp3s0", "bond0", "eth0.7", "br-1a", "docker0", "veth12", "tun0"];
    const after = links(1_000, ...names.map((name) => link(name, 10, 20)));
    const span = compareCounters(links(0, ...names.map((name) => link(name, 0, 0))), after);
    expect(span?.interfaces.map(({ name, counts }) => `${name} ${counts}`)).toEqual(
      names.map((name, index) => `${name} ${index < 2}`),
    );
    expect(span?.network).toEqual({ inBytes: 20, outBytes: 40 });
  });

  test("never has more than all processors, nor less than none, though the kernel takes back waiting time", () => {
    const before = read(0, { stat: "cpu 0 0 0 100 50 0 0 0 0 0" });
    const after = read(1_000, { stat: "cpu 10 0 0 100 45 0 0 0 0 0" });
    expect(compareCounters(before, after)?.cpu).toEqual({ busy: 1, steal: 0 });
    expect(compareCounters(after, { ...after, atMs: 2_000 })?.cpu).toBeNull();
  });
});

test.each([
  ["goes on", 5, 12, 7],
  ["of 32 bits comes to its end", 2 ** 32 - 10, 5, 15],
  ["begins anew", 5_000, 3, null],
  ["of 64 bits begins anew", 2 ** 40, 3, null],
])("a counter that %s is understood", (_what, before, after, expected) => {
  expect(countBetween(before, after)).toBe(expected);
});
