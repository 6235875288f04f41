import { readNumber, readOptions } from "../lib/read-options.mjs";

/** Shown after a wrong call. */
export const usage = `usage: npm run soak -- --faults 200 [--seed 1] [--from K] [--overwrite] [--naive]
       npm run soak -- --only K --seed N [--naive]
       npm run soak -- --table FILE
       npm run soak -- --drills 12 [--seed 1]

Injects faults drawn from the matrix into a lab and a console of its own, and judges each from outside. Fault K depends
on seed and K alone; --from goes on where an earlier run of the seed stopped, with the same build of the agent. What is
recorded is forgotten with --overwrite alone. --only does a single fault again, with a record of its own. The last line is
one line of JSON; the exit code is 1 where anything was lost, doubled, late or mended, or where too little happened to say
so, and 2 where the run itself could not go on. --naive puts a rule that is known not to be safe in
the place of the agents: such a run must fail, and it fails for what was not safe alone: rows lost or doubled, stale
reads, two writers, two holders. --table prints the tables of a record, the second one in Markdown, and starts nothing.
--drills runs failover drills of every kind in a row through the console, each of which has to pass and to leave the lab as it was.`;

const runOptions = /** @type {const} */ ({
  faults: "text",
  only: "text",
  seed: "text",
  from: "text",
  naive: "nothing",
  overwrite: "nothing",
});

/**
 * What a soak is asked to do, and all that is wrong with the call; only without a problem is it worth anything.
 *
 * @param {readonly string[]} args
 */
export function parseCall(args) {
  const { values, words, problems } = readOptions(args, { ...runOptions, table: "text", drills: "text" });
  if (words.length > 0) problems.push(`takes options alone; not '${words.join(" ")}'`);
  const table = values.get("table") ?? null;
  const none = {
    table,
    drills: 0,
    faults: 0,
    seed: 0,
    from: 1,
    isOnly: false,
    isNaive: false,
    overwrite: false,
  };
  if (table !== null) {
    for (const name of [...Object.keys(runOptions), "drills"].filter((one) => values.has(one)))
      problems.push(`--${name}: has no part in --table`);
    return { problems, ...none };
  }
  if (values.has("drills")) {
    for (const name of Object.keys(runOptions).filter((one) => one !== "seed" && values.has(one)))
      problems.push(`--${name}: has no part in --drills`);
    const drills = readNumber(values, problems, { name: "drills", least: 1 });
    return {
      problems,
      ...none,
      drills,
      seed: readNumber(values, problems, { name: "seed", least: 0, fallback: 1 }),
    };
  }
  const isOnly = values.has("only");
  for (const name of ["faults", "from", "overwrite"].filter((one) => isOnly && values.has(one)))
    problems.push(`--${name}: has no part in --only`);
  const faults = readNumber(values, problems, { name: isOnly ? "only" : "faults", least: 1 });
  // One fault again is one of a run that somebody has seen.
  const seed = readNumber(values, problems, { name: "seed", least: 0, ...(isOnly ? {} : { fallback: 1 }) });
  const from = isOnly ? faults : readNumber(values, problems, { name: "from", least: 1, fallback: 1 });
  if (problems.length === 0 && from > faults)
    problems.push(`--from: ${from} is behind the last of ${faults} faults`);
  return {
    problems,
    table,
    drills: 0,
    faults,
    seed,
    from,
    isOnly,
    isNaive: values.has("naive"),
    // Of a fault that is done again only the last time is kept.
    overwrite: values.has("overwrite") || isOnly,
  };
}
