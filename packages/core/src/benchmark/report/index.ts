export { type CurveDrawing, type CurveInput, type DrawnCurve, drawCurves } from "./draw-curves";
export { drawIntervals, type Interval, type IntervalDrawing } from "./draw-intervals";
export { drawLatency, type LatencyDrawing } from "./draw-latency";
export {
  type ArmCommands,
  type HandCommands,
  listHandCommands,
  type PrepareCommand,
  passwordPlace,
} from "./list-commands";
export type { PlotArea, Tick } from "./plot-area";
