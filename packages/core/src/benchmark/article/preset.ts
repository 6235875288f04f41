import type { BenchmarkFields, BenchmarkPreset, EndpointWay, SysbenchWorkload } from "@primacy/contract";

/** What a preset sets of a benchmark: everything but its name, its load host and its arms. */
export type PresetFields = Pick<BenchmarkFields, "threads" | "blocks" | "runSeconds" | "warmupSeconds"> & {
  readonly workload: SysbenchWorkload;
};

/** The workload of article 000, with tables of this size. */
function readWrite(tables: number, tableSize: number): PresetFields["workload"] {
  return { tool: "sysbench", script: "oltp_read_write", tables, tableSize, options: {} };
}

/**
 * Article 000 at three sizes. The article measures each arm once for 300 s and leaves nothing out; here every arm is measured in at
 * least 6 blocks, the fewest that give an interval by ranks, and each run warms up first. `lab` is what two processors can carry.
 */
export const presets: Readonly<Record<BenchmarkPreset, PresetFields>> = {
  article_000_full: {
    workload: readWrite(50, 100_000),
    threads: [16, 32, 64],
    blocks: 6,
    runSeconds: 300,
    warmupSeconds: 10,
  },
  article_000_evening: {
    workload: readWrite(50, 100_000),
    threads: [16, 32, 64],
    blocks: 6,
    runSeconds: 60,
    warmupSeconds: 5,
  },
  article_000_lab: {
    workload: readWrite(8, 10_000),
    threads: [8, 16],
    blocks: 8,
    runSeconds: 15,
    warmupSeconds: 3,
  },
};

/** What each way to the database is in article 000, or in what its readers run: of HAProxy it has words alone, and no figures. */
export type PresetArm = "direct" | "vip" | "router" | "haproxy";

/** By the names of ways, so that ways which an article does not have need no entry. */
const armOfWay: Readonly<Record<string, PresetArm>> = {
  write_vip: "vip",
  router_write: "router",
  haproxy_write: "haproxy",
};

/**
 * Which arm of article 000 an endpoint is; null where it is none. Of the members only the primary's own address is one. An address that
 * somebody typed is Router where it has Router's own port for writes, which the article uses.
 */
export function presetArmOf(
  { way, port }: { readonly way: EndpointWay; readonly port: number },
  isPrimary: boolean,
): PresetArm | null {
  if (way === "direct") return isPrimary ? "direct" : null;
  if (way === "custom") return port === routerWritePort ? "router" : null;
  return armOfWay[way] ?? null;
}

/** Where MySQL Router takes writes unless it is told otherwise. */
const routerWritePort = 6446;
