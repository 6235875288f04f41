import { type ScaleLinear, scaleLinear } from "d3-scale";

/** A tick of an axis: its value, and where it stands. */
export interface Tick {
  readonly value: number;
  readonly at: number;
}

/** The place of a drawing between its axes, in units of the picture. */
export interface PlotArea {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Where a picture of this height leaves room for figures on the left and below. */
export function areaOf(height: number, { left = 64, width = 720 } = {}): PlotArea {
  return { width, height, left, right: width - 16, top: 12, bottom: height - 28 };
}

/** An axis that ends at round figures; one without extent gets one. */
export function roundScale(
  values: readonly number[],
  [from, to]: readonly [from: number, to: number],
): ScaleLinear<number, number> {
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  return scaleLinear()
    .domain(low === high ? [0, 1] : [low, high])
    .nice(6)
    .range([from, to]);
}

/** The ticks of an axis. */
export function ticksOf(scale: ScaleLinear<number, number>, count = 6): readonly Tick[] {
  return scale.ticks(count).map((value) => ({ value, at: toTenth(scale(value)) }));
}

/** A tenth of a unit is finer than anybody sees, and a shorter file. */
export function toTenth(value: number): number {
  return Math.round(value * 10) / 10;
}
