import { readNumber, readOptions } from "../lib/read-options.mjs";

/** Shown after a wrong call. */
export const usage = `usage: npm run measure -- switchover [--runs 20]
       npm run measure -- crash [--runs 20] [--expel 0|5]
       npm run measure -- topology-latency [--runs 20]
       npm run measure -- harness [--blocks 8]
       npm run measure -- article-000 [--blocks 8]
       npm run measure -- prober [--runs 20]
       npm run measure -- drills [--runs 5] [--expel 0|5]
       npm run measure -- plugin [--runs 3]
       npm run measure -- agent-cost [--minutes 10] [--pairs 100] [--seconds 10]

Makes the figures of docs/measurements.md in a lab and a console of its own. The last line is one line of JSON;
the exit code is 1 where a target is missed.`;

/** Fewer pairs have no interval of 95 %. */
export const leastPairs = 6;

/** The measurements, and the options that each takes. */
const optionsOf = {
  switchover: ["runs"],
  crash: ["runs", "expel"],
  "topology-latency": ["runs"],
  harness: ["blocks"],
  "article-000": ["blocks"],
  prober: ["runs"],
  drills: ["runs", "expel"],
  plugin: ["runs"],
  "agent-cost": ["minutes", "pairs", "seconds"],
};

/** How often those are run that take long; the others 20 times.
 * @type {Partial<Record<MeasurementName, number>>} */
const runsOf = { drills: 5, plugin: 3 };

/** @typedef {keyof typeof optionsOf} MeasurementName */

/**
 * @param {string} word
 * @returns {word is MeasurementName}
 */
function isMeasurement(word) {
  return Object.hasOwn(optionsOf, word);
}

/**
 * What is to be measured, and all that is wrong with the call; only without a problem is it worth anything.
 *
 * @param {readonly string[]} args
 */
export function parseCall(args) {
  const texts = /** @type {const} */ (["runs", "expel", "minutes", "pairs", "seconds", "blocks"]);
  const { values, words, problems } = readOptions(
    args,
    Object.fromEntries(texts.map((name) => [name, /** @type {const} */ ("text")])),
  );
  const [word = ""] = words;
  /** @type {MeasurementName} */
  const name = isMeasurement(word) ? word : "switchover";
  if (words.length !== 1 || !isMeasurement(word))
    problems.push(`say one of ${Object.keys(optionsOf).join(", ")}; not '${words.join(" ")}'`);
  else
    for (const option of texts)
      if (values.has(option) && !optionsOf[name].includes(option))
        problems.push(`--${option}: not for ${name}`);
  const expel = values.get("expel") || "0";
  if (!["0", "5"].includes(expel)) problems.push(`--expel: 0 or 5; not '${expel}'`);
  return {
    problems,
    name,
    expelSeconds: Number(expel),
    runs: readNumber(values, problems, { name: "runs", least: 1, fallback: runsOf[name] ?? 20 }),
    minutes: readNumber(values, problems, { name: "minutes", least: 0, fallback: 10, isWhole: false }),
    blocks: readNumber(values, problems, { name: "blocks", least: leastPairs, fallback: 8 }),
    pairs: readNumber(values, problems, { name: "pairs", least: leastPairs, fallback: 100 }),
    seconds: readNumber(values, problems, { name: "seconds", least: 0, fallback: 10, isWhole: false }),
  };
}
