import {
  type BenchmarkDetail,
  type BenchmarkRecord,
  type BenchmarkRun,
  type BlockSeries,
  type ClusterEndpoint,
  type Host,
  type HostCurve,
  type HostCurves,
  message,
  type RunPoint,
  type SurroundingMetric,
  type SysbenchWorkload,
  type Topology,
} from "@primacy/contract";
import { answerBenchmark } from "@primacy/core/benchmark";
import { hostOf } from "../host/host.fixture";
import { calm } from "../topology/topology.fixture";
import { at, idOf } from "../vip/console-page.fixture";

/** The cluster, whose primary is the member of db1. */
export const picture: Topology = {
  ...calm,
  primaryMemberId: calm.hosts[0]?.members[0]?.memberId ?? null,
};

/** The id of the benchmark and of its operation. */
export const benchmarkId = idOf(400);

const vipId = idOf(92);

/** Where clients reach the cluster of the pictures: its members, of which db1 is the primary, and its write VIP. */
export const endpoints: readonly ClusterEndpoint[] = [
  ...calm.hosts.flatMap(({ name, members }) =>
    members.map(({ memberId, address, port }) => ({
      ref: { kind: "member", memberId } as const,
      way: "direct" as const,
      name,
      address,
      port,
    })),
  ),
  { ref: { kind: "vip", vipId }, way: "write_vip", name: "10.86.0.100", address: "10.86.0.100", port: 3306 },
];

/** db1 to db3 carry the members; app1 carries none, and can start the load. */
export const hosts: readonly Host[] = [
  ...calm.hosts.map((host) =>
    hostOf({ id: host.hostId ?? host.name, name: host.name, clusterIds: [calm.clusterId] }),
  ),
  hostOf({
    id: idOf(300),
    name: "app1",
    address: "192.0.2.21",
    operator: { state: "running", openActions: 0, failedUndos: [] },
  }),
  hostOf({ id: idOf(301), name: "backup1", address: "192.0.2.22", agentState: "none", operator: null }),
];

function armOf(index: number, name: string): BenchmarkDetail["arms"][number] {
  const endpoint = endpoints[index];
  return { name, endpoints: endpoint === undefined ? [] : [endpoint] };
}

const noise = [0.4, -0.7, 0.9, -0.2, 0.1, -1, 0.6, 0.3, -0.5, 0.8];

/** A figure that scatters about another, the same each time. */
export function scatter(base: number, n: number, share = 0.03): number {
  return base * (1 + share * (noise[n % noise.length] ?? 0));
}

const through = [1_290, 1_268];

/** A run that is done. */
export function doneRun(ordinal: number, block: number, arm: number, threads: number): BenchmarkRun {
  const tps = scatter((through[arm] ?? 900) * (threads / 16) ** 0.4, ordinal * 3 + arm);
  const startedMs = Date.parse(at) + ordinal * 36_000;
  return {
    id: idOf(500 + ordinal),
    ordinal,
    block,
    threads,
    arm,
    state: "done",
    startedAt: new Date(startedMs).toISOString(),
    endedAt: new Date(startedMs + 36_000).toISOString(),
    figures: {
      seconds: 30,
      transactions: Math.round(tps * 30),
      tps,
      qps: tps * 20,
      errorsPerSecond: ordinal === 3 ? 0.4 : 0,
      reconnects: 0,
      network: {
        primary: { inBytes: 3_400 + arm * 40, outBytes: scatter(9_700, ordinal) },
        secondaries: ordinal === 5 ? null : { inBytes: scatter(2_900, ordinal + 3), outBytes: 310 },
      },
      latency: {
        minMs: 2.1,
        meanMs: (threads * 1_000) / tps,
        maxMs: 61.4,
        p50: { ms: (threads * 940) / tps, isAtLeast: false },
        p95: { ms: (threads * 1_600) / tps, isAtLeast: false },
        p99:
          ordinal === 5
            ? { ms: 100_000, isAtLeast: true }
            : { ms: (threads * 2_300) / tps, isAtLeast: false },
      },
    },
    reason: null,
  };
}

function waitingRun(ordinal: number, block: number, arm: number, threads: number): BenchmarkRun {
  return {
    ...doneRun(ordinal, block, arm, threads),
    state: "waiting",
    startedAt: null,
    endedAt: null,
    figures: null,
  };
}

const threadCounts = [16, 64];

/** Six blocks of two arms with two thread counts, all done. */
function allRuns(): BenchmarkRun[] {
  const runs: BenchmarkRun[] = [];
  for (let block = 0; block < 6; block += 1)
    for (const threads of threadCounts)
      for (const arm of block % 2 === 0 ? [0, 1] : [1, 0])
        runs.push(doneRun(runs.length, block, arm, threads));
  return runs;
}

const variables: Readonly<Record<string, string>> = {
  version_comment: "MySQL Community Server - GPL",
  innodb_buffer_pool_size: "1073741824",
  innodb_redo_log_capacity: "104857600",
  innodb_flush_log_at_trx_commit: "1",
  innodb_flush_method: "O_DIRECT",
  sync_binlog: "1",
  binlog_row_image: "FULL",
  max_connections: "500",
  group_replication_single_primary_mode: "ON",
  group_replication_consistency: "BEFORE_ON_PRIMARY_FAILOVER",
  group_replication_flow_control_mode: "QUOTA",
};

/** Three servers, one of which differs from the others, and a load host that is smaller. */
export const system: NonNullable<BenchmarkRecord["system"]> = {
  readAt: at,
  servers: calm.hosts.flatMap(({ name, members }, place) =>
    members.map(({ memberId }) => ({
      memberId,
      name,
      isPrimary: place === 0,
      server: {
        version: "8.4.6",
        variables: place === 2 ? { ...variables, innodb_buffer_pool_size: "134217728" } : { ...variables },
      },
      machine: {
        kernel: "6.1.0-28-amd64",
        cpuModel: "Intel(R) Xeon(R) Platinum 8375C CPU @ 2.90GHz",
        cpus: 8,
        memoryBytes: 16_642_998_272,
      },
    })),
  ),
  loadMachine: { kernel: "6.1.0-28-amd64", cpuModel: null, cpus: 4, memoryBytes: 8_321_499_136 },
};

/** The load of the benchmarks with sysbench. */
export const sysbenchLoad: SysbenchWorkload = {
  tool: "sysbench",
  script: "oltp_read_write",
  tables: 4,
  tableSize: 10_000,
  options: { point_selects: 5, rand_type: "uniform" },
};

const finishedRecord: BenchmarkRecord = {
  id: benchmarkId,
  clusterId: calm.clusterId,
  name: "Direct · VIP · oltp_read_write",
  tags: [],
  isPinned: false,
  notes: "",
  state: "succeeded",
  requestedBy: "an operator",
  loadHostId: idOf(300),
  loadHostName: "app1",
  workload: sysbenchLoad,
  arms: [armOf(0, "Direct"), armOf(3, "VIP")],
  threads: threadCounts,
  blocks: 6,
  runSeconds: 30,
  warmupSeconds: 5,
  hygiene: "keep_tables",
  seed: 2_718_281_828,
  preset: null,
  toolVersion: "1.0.20",
  pause: null,
  system,
  data: { seconds: 4.2, rows: 40_000, bytes: 10_485_760 },
  runsDone: 26,
  runsTotal: 26,
  createdAt: at,
  endedAt: new Date(Date.parse(at) + 964_000).toISOString(),
  runs: [
    ...allRuns().map(
      (run): BenchmarkRun =>
        run.ordinal === 7
          ? {
              ...run,
              state: "void",
              reason: message("why.benchmark_primary_moved", { before: "db1", after: "db2" }),
            }
          : run.ordinal === 6
            ? { ...run, state: "void", reason: message("why.benchmark_block") }
            : run,
    ),
    ...[0, 1].map((arm) => doneRun(24 + arm, 1, arm, 64)),
  ],
};

const answered = (record: BenchmarkRecord): BenchmarkDetail => ({
  ...record,
  answer: answerBenchmark(record),
});

/** A benchmark that has ended; one run of it was void, and its block was run again. */
export const finished: BenchmarkDetail = answered(finishedRecord);

/** The same in the middle: run 6 of 24 is going on. */
export const running: BenchmarkDetail = answered({
  ...finishedRecord,
  state: "running",
  runsDone: 5,
  runsTotal: 24,
  endedAt: null,
  runs: allRuns().map((run): BenchmarkRun => {
    if (run.ordinal < 5) return run;
    if (run.ordinal > 5) return waitingRun(run.ordinal, run.block, run.arm, run.threads);
    return { ...run, state: "running", endedAt: null, figures: null };
  }),
});

interface Second {
  readonly tps: number | null;
}

/** Second `n` of a run through this arm: it warms up, stands still for two seconds, and is not measured for three. */
function secondOf(arm: number, n: number): Second {
  if (n >= 22 && n < 25 && arm === 1) return { tps: null };
  if (n >= 15 && n < 17 && arm === 0) return { tps: 0 };
  const warm = Math.min(1, 0.55 + n * 0.09);
  return { tps: scatter((through[arm] ?? 900) * warm, n * 7 + arm, 0.05) };
}

function pointOf(arm: number, second: number, step: number): RunPoint {
  const values = Array.from({ length: step }, (_, n) => secondOf(arm, second + n).tps).filter(
    (value) => value !== null,
  );
  const figure = (factor: number) =>
    values.length === 0
      ? null
      : {
          min: Math.min(...values) * factor,
          mean: (values.reduce((sum, one) => sum + one, 0) / values.length) * factor,
          max: Math.max(...values) * factor,
        };
  const latency = values.filter((value) => value > 0).map((value) => 20_000 / value);
  return {
    second,
    tps: figure(1),
    qps: figure(20),
    latencyMs:
      latency.length === 0
        ? null
        : {
            min: Math.min(...latency),
            mean: latency.reduce((sum, one) => sum + one, 0) / latency.length,
            max: Math.max(...latency),
          },
    errors: figure(0.0002),
    reconnects: figure(0),
  };
}

/** The curves of these runs, the last of them with as many seconds as given. */
export function seriesOf(
  runs: readonly BenchmarkRun[],
  lastSeconds: number,
  step = 1,
  wholeSeconds = 35,
): BlockSeries {
  return {
    runs: runs
      .filter(({ state }) => state !== "waiting")
      .map(({ id, arm, state }) => ({
        runId: id,
        arm,
        stepSeconds: step,
        points: Array.from(
          { length: Math.ceil((state === "running" ? lastSeconds : wholeSeconds) / step) },
          (_, index) => pointOf(arm, index * step + 1, step),
        ),
      })),
  };
}

const measured: Readonly<Record<SurroundingMetric, number>> = {
  cpu: 0.62,
  steal: 0.01,
  networkIn: 4_400_000,
  networkOut: 12_600_000,
  diskRead: 20_000,
  diskWrite: 31_000_000,
  diskBusy: 0.4,
  memoryAvailable: 2_100_000_000,
  certify: 3,
  apply: 41,
  throttled: 0,
};

const roles = ["load", "primary", "secondary", "secondary"] as const;

/**
 * What the load host, the primary and two secondaries did in so many seconds of a run; db3 could not be asked for some of
 * them. Its servers do not count what flow control holds back.
 */
export function hostCurvesOf(
  runId: string,
  metric: SurroundingMetric,
  seconds: number,
  step = 1,
): HostCurves {
  const isOfMembers = metric === "certify" || metric === "apply" || metric === "throttled";
  const curves = ["app1", "db1", "db2", "db3"].map((name, n): HostCurve => {
    const share = metric === "apply" ? [0, 0, 1, 1.7][n] : [0.45, 1, 0.3, 0.34][n];
    const points = Array.from({ length: Math.ceil(seconds / step) }, (_, index) => {
      const second = index * step + 1;
      const mean = scatter(measured[metric] * (share ?? 1), index * 3 + n, 0.12);
      const isAway = (n === 3 && second >= 12 && second < 18) || metric === "throttled";
      return {
        second,
        figure: isAway ? null : { min: mean * (step > 1 ? 0.9 : 1), mean, max: mean * (step > 1 ? 1.12 : 1) },
      };
    });
    return { id: idOf(320 + n), name, role: roles[n] ?? null, points };
  });
  return { runId, metric, stepSeconds: step, curves: curves.slice(isOfMembers ? 1 : 0) };
}

/** Ten arms of 300 s with 16 threads in ten blocks: the largest page that has to be quick. */
export function largeBenchmark(): BenchmarkDetail {
  const arms = Array.from({ length: 10 }, (_, n) => armOf(n % 4, `Way ${n + 1}`));
  const runs = Array.from({ length: 100 }, (_, ordinal) =>
    doneRun(ordinal, Math.floor(ordinal / 10), ordinal % 10, 16),
  );
  return answered({
    ...finishedRecord,
    arms,
    runs,
    threads: [16],
    blocks: 10,
    runSeconds: 300,
    runsDone: 100,
    runsTotal: 100,
  });
}
