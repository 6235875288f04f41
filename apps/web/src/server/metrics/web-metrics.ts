import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

/** What the web process counts. */
export interface WebMetrics {
  readonly registry: Registry;
  observeRequest(labels: { endpoint: string; status: number }, seconds: number): void;
  countSignIn(outcome: "succeeded" | "failed" | "throttled"): void;
  /** Counts a stream that opened; the returned function counts its end. */
  countStream(): () => void;
  /** Sets what is only known when somebody asks. */
  setHasWorker(hasWorker: boolean): void;
}

/** Makes the metrics of one process. */
export function createWebMetrics(): WebMetrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: "primacy_web_request_seconds",
    help: "Seconds from the request to the head of its answer.",
    labelNames: ["endpoint", "status"],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60],
    registers: [registry],
  });
  const signIns = new Counter({
    name: "primacy_web_sign_ins_total",
    help: "Attempts to sign in, by outcome.",
    labelNames: ["outcome"],
    registers: [registry],
  });
  const streams = new Gauge({
    name: "primacy_web_streams",
    help: "Streams of server-sent events that are open.",
    registers: [registry],
  });
  const worker = new Gauge({
    name: "primacy_web_has_worker",
    help: "1 when a worker has announced itself lately.",
    registers: [registry],
  });
  return {
    registry,
    observeRequest: ({ endpoint, status }, seconds) =>
      requests.observe({ endpoint, status: String(status) }, seconds),
    countSignIn: (outcome) => signIns.inc({ outcome }),
    countStream: () => {
      streams.inc();
      return () => streams.dec();
    },
    setHasWorker: (hasWorker) => worker.set(hasWorker ? 1 : 0),
  };
}
