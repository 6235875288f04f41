export { BlockCurves } from "./block-curves";
export { HostCharts } from "./host-charts";
export { RunSpread } from "./run-spread";
