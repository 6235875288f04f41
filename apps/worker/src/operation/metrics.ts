import { Counter, Gauge, Histogram, type Registry } from "prom-client";

/** What the engine counts. */
export interface OperationMetrics {
  readonly ended: Counter<"kind" | "state">;
  readonly running: Gauge;
  readonly stepSeconds: Histogram<"code">;
  readonly takenOver: Counter;
}

/** Registers the engine's metrics. */
export function createOperationMetrics(registry: Registry): OperationMetrics {
  const registers = [registry];
  return {
    ended: new Counter({
      name: "primacy_operations_ended_total",
      help: "Operations that ended, by kind and final state",
      labelNames: ["kind", "state"],
      registers,
    }),
    running: new Gauge({
      name: "primacy_operations_running",
      help: "Operations that this worker carries out now",
      registers,
    }),
    stepSeconds: new Histogram({
      name: "primacy_operation_step_seconds",
      help: "How long steps take",
      labelNames: ["code"],
      buckets: [0.05, 0.1, 0.5, 1, 2, 5, 10, 30, 60, 120, 300],
      registers,
    }),
    takenOver: new Counter({
      name: "primacy_operations_taken_over_total",
      help: "Operations that this worker took over from another, or from an earlier life of its own",
      registers,
    }),
  };
}
