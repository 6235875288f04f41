export { BlockCurves } from "./block-curves";
export { HostCharts } from "./host-charts";
export { LatencyThroughput } from "./latency-throughput";
export { RunSpread } from "./run-spread";
