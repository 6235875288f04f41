import {
  type BenchmarkDetail,
  type BenchmarkRun,
  HostMetric,
  HostSample,
  MemberMetric,
  MemberSample,
  type RunSource,
} from "@primacy/contract";
import type { SourceSecond, SourceSeconds } from "@primacy/db";
import { toCsv } from "@primacy/ui/format";
import { runColumns, toRunCells } from "./run-cells";

/** Reads what was measured beside a run. */
export interface ReadSources {
  /** Source by source and each in order, some of it at a time. */
  readonly read: (runId: string) => AsyncIterable<SourceSeconds>;
  /** For one run: the name of a source, and what it was to the run. */
  readonly nameOf: (runId: string) => Promise<NameSourceOfRun>;
}

type Source = Pick<SourceSeconds, "kind" | "id">;
type NameSourceOfRun = (source: Source) => Promise<Pick<RunSource, "name" | "role">>;

const hostColumns = {
  cpu: "cpu_share",
  steal: "steal_share",
  networkIn: "network_in_bytes_per_s",
  networkOut: "network_out_bytes_per_s",
  diskRead: "disk_read_bytes_per_s",
  diskWrite: "disk_write_bytes_per_s",
  diskBusy: "disk_busy_share",
  memoryAvailable: "memory_available_bytes",
} as const satisfies Record<HostMetric, string>;

const memberColumns = {
  certify: "certify_queue",
  apply: "apply_queue",
  throttled: "throttled_per_s",
} as const satisfies Record<MemberMetric, string>;

/** Every second of each host and member in every run, a line each; what was not measured is empty. */
export async function* writeSourcesCsv(
  benchmark: BenchmarkDetail,
  sources: ReadSources,
): AsyncGenerator<string> {
  const metrics = [...HostMetric.options, ...MemberMetric.options];
  const figures = [...Object.values(hostColumns), ...Object.values(memberColumns)];
  yield toCsv([
    [...runColumns, "kind", "id", "name", "role", "second", "is_warmup", "is_primary", ...figures],
  ]);
  for (const run of benchmark.runs) {
    const cells = toRunCells(benchmark, run);
    for await (const { kind, id, name, role, seconds } of readNamed(run, sources))
      yield toCsv(
        seconds.map(({ second, values }) => [
          ...[...cells, kind, id, name, role, second, String(second <= benchmark.warmupSeconds)],
          isPrimary(kind, values),
          ...metrics.map((metric) => values[metric] ?? null),
        ]),
      );
  }
}

interface NamedPart extends SourceSeconds, Pick<RunSource, "name" | "role"> {
  /** It is the first of its source. */
  readonly isFirst: boolean;
}

/** The parts of a run's sources with their names, each looked up once. */
async function* readNamed(
  { id: runId }: Pick<BenchmarkRun, "id">,
  sources: ReadSources,
): AsyncGenerator<NamedPart> {
  const nameOf = await sources.nameOf(runId);
  let before: NamedPart | null = null;
  for await (const part of sources.read(runId)) {
    const isFirst: boolean = before === null || before.kind !== part.kind || before.id !== part.id;
    const { name, role }: Pick<RunSource, "name" | "role"> =
      before === null || isFirst ? await nameOf(part) : before;
    before = { ...part, name, role, isFirst };
    yield before;
  }
}

function isPrimary(kind: Source["kind"], { primary = null }: SourceSecond["values"]): string | null {
  return kind === "host" || primary === null ? null : String(primary > 0.5);
}

/** The sources of one run as a JSON array of the contract's `RunSource`, written some seconds at a time. */
export async function* writeSourcesJson(
  run: Pick<BenchmarkRun, "id">,
  sources: ReadSources,
): AsyncGenerator<string> {
  let end = "]";
  yield "[";
  for await (const { seconds, isFirst, ...source } of readNamed(run, sources)) {
    if (isFirst) yield `${end === "]" ? "" : "]},"}\n${JSON.stringify(source).slice(0, -1)},"samples":[`;
    const samples = seconds.map((one) => JSON.stringify(toSample(source.kind, one)));
    yield `${isFirst ? "" : ","}${samples.join(",")}`;
    end = "]}]";
  }
  yield end;
}

function toSample(kind: Source["kind"], { second, values }: SourceSecond): HostSample | MemberSample {
  if (kind === "host") return HostSample.parse({ second, ...pick(HostMetric.options, values) });
  const { primary = null } = values;
  const isPrimary = primary === null ? null : primary > 0.5;
  return MemberSample.parse({ second, isPrimary, ...pick(MemberMetric.options, values) });
}

function pick(names: readonly string[], values: SourceSecond["values"]): SourceSecond["values"] {
  return Object.fromEntries(names.map((name) => [name, values[name] ?? null]));
}
