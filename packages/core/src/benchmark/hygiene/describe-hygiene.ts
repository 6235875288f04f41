import { type BenchmarkFields, type Message, message, type PlanStep } from "@primacy/contract";
import { restartStatement } from "../../restart";
import type { BenchmarkInput } from "../plan-benchmark";
import { estimateHygiene } from "./estimate-hygiene";
import { restartsServers } from "./plan-hygiene";

/** What drops the caches of a host's kernel, as root would type it. */
const dropCommand = "sync; echo 3 > /proc/sys/vm/drop_caches";

/** The statements with which a run gets an empty schema. */
export function clearingStatements({ schema }: Pick<BenchmarkInput, "schema">): readonly string[] {
  return [`DROP DATABASE IF EXISTS \`${schema}\``, `CREATE DATABASE \`${schema}\``];
}

/** What is done before each run, as it is run; `fill` is what fills the tables, null where nothing does. */
export function previewHygiene(
  {
    fields: { hygiene },
    schema,
  }: Pick<BenchmarkInput, "schema"> & { readonly fields: Pick<BenchmarkFields, "hygiene"> },
  fill: string | null,
): PlanStep["preview"] {
  if (hygiene === "keep_tables") return [];
  return [
    ...clearingStatements({ schema }).map((text) => ({ kind: "sql", text }) as const),
    ...(restartsServers(hygiene) ? [{ kind: "sql", text: restartStatement } as const] : []),
    ...(hygiene === "drop_caches" ? [{ kind: "command", text: dropCommand } as const] : []),
    ...(fill === null ? [] : [{ kind: "command", text: fill } as const]),
  ];
}

/** What clients notice of it, and what it costs in time. */
export function describeHygiene(
  fields: Pick<BenchmarkFields, "arms" | "blocks" | "hygiene" | "threads" | "workload">,
  members: number,
): readonly Message[] {
  const { arms, blocks, hygiene, threads } = fields;
  if (hygiene === "keep_tables") return [];
  const runs = arms.length * blocks * threads.length;
  const ms = Math.round(estimateHygiene(fields, members) * 1_000);
  return [
    message("consequence.benchmark_fresh", { ms, runs }),
    ...(restartsServers(hygiene) ? [message("consequence.benchmark_restarts", { runs, members })] : []),
    ...(hygiene === "drop_caches" ? [message("consequence.benchmark_caches")] : []),
  ];
}
