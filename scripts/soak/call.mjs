import { readNumber, readOptions } from "../lib/read-options.mjs";

/** Shown after a wrong call. */
export const usage = `usage: npm run soak -- --faults 200 --seed N [--from K] [--overwrite] [--naive]

Injects faults drawn from the matrix into a lab and a console of its own, and judges each from outside. Fault K depends
on seed and K alone; --from goes on where an earlier run of the seed stopped, with the same build of the agent. What is
recorded is forgotten with --overwrite alone. The last line is one line of JSON; the exit code is 1 where anything was
lost, doubled, late or mended, or where too little happened to say so. --naive puts a rule that is known not to be safe in
the place of the agents: such a run must fail, and it fails for lost writes, two writers or two holders alone.`;

/**
 * What a soak is asked to do, and all that is wrong with the call; only without a problem is it worth anything.
 *
 * @param {readonly string[]} args
 */
export function parseCall(args) {
  const { values, words, problems } = readOptions(args, {
    faults: "text",
    seed: "text",
    from: "text",
    naive: "nothing",
    overwrite: "nothing",
  });
  if (words.length > 0) problems.push(`takes options alone; not '${words.join(" ")}'`);
  const faults = readNumber(values, problems, { name: "faults", least: 1 });
  const seed = readNumber(values, problems, { name: "seed", least: 0 });
  const from = readNumber(values, problems, { name: "from", least: 1, fallback: 1 });
  if (problems.length === 0 && from > faults)
    problems.push(`--from: ${from} is behind the last of ${faults} faults`);
  return { problems, faults, seed, from, isNaive: values.has("naive"), overwrite: values.has("overwrite") };
}
