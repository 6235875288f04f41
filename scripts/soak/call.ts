import { parseArgs } from "node:util";

const usage = `usage: npm run soak -- --faults 200 --seed N [--from K] [--overwrite] [--naive]

Injects faults drawn from the matrix into a lab and a console of its own, and judges each from outside. Fault K depends
on seed and K alone; --from goes on where an earlier run of the seed stopped, with the same build of the agent. What is
recorded is forgotten with --overwrite alone. The last line is one line of JSON; the exit code is 1 where anything was
lost, doubled, late or mended, or where too little happened to say so. --naive puts a rule that is known not to be safe in
the place of the agents: such a run must fail, and it fails for lost writes, two writers or two holders alone.`;

/** What a soak is asked to do. */
export interface SoakCall {
  readonly faults: number;
  readonly seed: number;
  readonly from: number;
  readonly isNaive: boolean;
  readonly overwrite: boolean;
}

/** Reads the arguments; ends this process with the usage where they make no sense. */
export function parseCall(args: string[]): SoakCall {
  const text = { type: "string" } as const;
  const flag = { type: "boolean" } as const;
  const number = (value: string | undefined, least: number): number => {
    const parsed = Number(value);
    return value !== undefined && Number.isSafeInteger(parsed) && parsed >= least ? parsed : end(usage);
  };
  try {
    const { values } = parseArgs({
      args,
      options: { faults: text, seed: text, from: text, naive: flag, overwrite: flag },
    });
    const read = {
      faults: number(values.faults, 1),
      seed: number(values.seed, 0),
      from: number(values.from ?? "1", 1),
      isNaive: values.naive === true,
      overwrite: values.overwrite === true,
    };
    return read.from <= read.faults ? read : end(usage);
  } catch {
    return end(usage);
  }
}

/** Ends this process because of what it was asked for. */
export function end(text: string): never {
  process.stderr.write(`${text}\n`);
  process.exit(2);
}
