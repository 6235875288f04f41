import type { SimulatorOptions } from "./options";
import { runSimulation, type SimulationResult } from "./simulator";

const WHOLE_EVERY = 10;

/**
 * Runs the schedule of a seed as the suite and the long run do: until nothing is left of its faults, and one in ten to
 * the end of the minute, however quiet. Which ones moves on by one from ten to ten, so that worlds of every size, which
 * also goes by the last digit, are among them.
 */
export function runSchedule(options: SimulatorOptions): SimulationResult {
  const { seed } = options;
  const isWhole = (seed + Math.floor(seed / WHOLE_EVERY)) % WHOLE_EVERY === 0;
  return runSimulation({ untilSettled: !isWhole, ...options });
}
