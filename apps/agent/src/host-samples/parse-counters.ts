/** Time of all processors together, in the kernel's ticks since boot. */
export interface CpuCounters {
  readonly total: number;
  readonly idle: number;
  readonly steal: number;
}

/** What a disk has done since boot. */
export interface DiskCounters {
  readonly readBytes: number;
  readonly writeBytes: number;
  /** How long it had something to do. */
  readonly busyMs: number;
}

/** What an interface has carried since it came up. */
export interface LinkCounters {
  readonly inBytes: number;
  readonly outBytes: number;
}

/** What the kernel has counted, at one moment; null or empty where it does not say. */
export interface HostCounters {
  readonly cpu: CpuCounters | null;
  readonly disks: ReadonlyMap<string, DiskCounters>;
  readonly links: ReadonlyMap<string, LinkCounters>;
  readonly memoryAvailableBytes: number | null;
}

/** The texts that the counters are read from; empty where one could not be read. */
export interface CounterTexts {
  readonly stat: string;
  readonly diskstats: string;
  readonly netDev: string;
  readonly meminfo: string;
}

/** The kernel counts in sectors of this size, whatever the disk's own is. */
const sectorBytes = 512;

/** Reads `/proc/stat`, `/proc/diskstats`, `/proc/net/dev` and `/proc/meminfo`. What has another form counts as absent. */
export function parseCounters({ stat, diskstats, netDev, meminfo }: CounterTexts): HostCounters {
  return {
    cpu: parseCpu(stat),
    disks: parseDisks(diskstats),
    links: parseLinks(netDev),
    memoryAvailableBytes: parseMemory(meminfo),
  };
}

function parseCpu(text: string): CpuCounters | null {
  const line = text.split("\n").find((one) => one.startsWith("cpu "));
  // Guests' time stands in the first two as well.
  const ticks = (line ?? "").trim().split(/\s+/).slice(1, 9).map(Number);
  const [idle, waiting, steal = 0] = [ticks[3], ticks[4], ticks[7]];
  if (idle === undefined || waiting === undefined || !ticks.every(Number.isFinite)) return null;
  return { total: ticks.reduce((sum, one) => sum + one, 0), idle: idle + waiting, steal };
}

/** Neither disks in memory and files, nor what stands upon other disks: their bytes are counted there. */
const noDisk = /^(loop|ram|zram|dm-|md|sr|fd|drbd|bcache)\d/;

function parseDisks(text: string): ReadonlyMap<string, DiskCounters> {
  const rows = text.split("\n").flatMap((line) => {
    const [, , name = "", ...figures] = line.trim().split(/\s+/);
    const [sectorsRead, sectorsWritten, busyMs] = [figures[2], figures[6], figures[9]].map(Number);
    if (![sectorsRead, sectorsWritten, busyMs].every(Number.isFinite)) return [];
    const [read = 0, written = 0] = [sectorsRead, sectorsWritten];
    return [{ name, readBytes: read * sectorBytes, writeBytes: written * sectorBytes, busyMs: busyMs ?? 0 }];
  });
  const names = rows.map(({ name }) => name);
  const whole = rows.filter(({ name }) => !noDisk.test(name) && !names.some((one) => isPartOf(name, one)));
  return new Map(whole.map(({ name, ...counters }) => [name, counters]));
}

/** A partition has its disk's name and a number; after a name that ends with one, a `p` stands between. */
function isPartOf(name: string, disk: string): boolean {
  if (name === disk || !name.startsWith(disk)) return false;
  return (/\d$/.test(disk) ? /^p\d+$/ : /^\d+$/).test(name.slice(disk.length));
}

function parseLinks(text: string): ReadonlyMap<string, LinkCounters> {
  const links = new Map<string, LinkCounters>();
  for (const line of text.split("\n")) {
    const colon = line.lastIndexOf(":");
    const name = line.slice(0, Math.max(0, colon)).trim();
    const figures = line
      .slice(colon + 1)
      .trim()
      .split(/\s+/)
      .map(Number);
    const [inBytes = Number.NaN, outBytes = Number.NaN] = [figures[0], figures[8]];
    if (name === "" || name === "lo" || !Number.isFinite(inBytes) || !Number.isFinite(outBytes)) continue;
    links.set(name, { inBytes, outBytes });
  }
  return links;
}

function parseMemory(text: string): number | null {
  const kib = /^MemAvailable:\s+(\d+) kB$/m.exec(text)?.[1];
  return kib === undefined ? null : Number(kib) * 1024;
}
