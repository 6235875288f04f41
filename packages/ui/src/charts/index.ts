export * from "./bar-chart";
export * from "./chart-frame";
export * from "./csv";
export * from "./lane-chart";
export * from "./series";
export * from "./sparkline";
export * from "./time-series-chart";
