import type { SysbenchSecond } from "@primacy/core/benchmark";
import type { RunSecond } from "@primacy/db";

/** A row of sysbench as it is stored. A command of one's own may tell another percentile than the 95th, or not say which it is: then there is none. */
export function toRunSecond({
  second,
  threads,
  tps,
  qps,
  latencyMs,
  percentile,
  errorsPerSecond,
  reconnectsPerSecond,
}: SysbenchSecond): RunSecond {
  return {
    second,
    threads,
    tps,
    // A script without SQL says none.
    qps: qps ?? 0,
    latencyMs: percentile === 95 ? latencyMs : null,
    errors: errorsPerSecond ?? 0,
    reconnects: reconnectsPerSecond,
  };
}
