import { describe, expect, it } from "vitest";
import { loadMutant, type Patch } from "./mutant.fixture";

/** So many that the decision as it is stays above the floors that are looked at here. */
const SCHEDULES = 200;

interface Mutant {
  readonly what: string;
  readonly patch: Patch;
  readonly hosts: 2 | 3;
  /** What the floor's line begins with. */
  readonly figure: string;
}

const MUTANTS: readonly Mutant[] = [
  {
    what: "believes no peer that it has let go",
    patch: {
      file: "peers.ts",
      find: 'if (phase.status !== "PROVING" || phase.nonce !== input.nonce) return;',
      replace: "if (phase) return;",
    },
    hosts: 3,
    figure: "byR1Only",
  },
  {
    what: "proves nothing by silence",
    patch: {
      file: "silence.ts",
      find: 'if (state.config.right === "assigned") return null;',
      replace: "if (state) return null;",
    },
    hosts: 3,
    figure: "byR2",
  },
  {
    what: "never takes what a silent host can no longer hold",
    patch: { file: "acquire.ts", find: "if (missing.length === 0) return;", replace: "if (missing) return;" },
    hosts: 3,
    figure: "byR3",
  },
  {
    what: "never keeps what an earlier run held",
    patch: { file: "adopt.ts", find: 'state.maintenance !== "release" &&', replace: "false &&" },
    hosts: 3,
    figure: "adoptions",
  },
  {
    what: "believes no operator that a host is off",
    patch: { file: "fence.ts", find: "if (missing.includes(peer))", replace: "if (false)" },
    // With three, others have seen to it mostly before an operator could.
    hosts: 2,
    figure: "byR4",
  },
  {
    what: "takes nothing for 30 s after a release",
    patch: { file: "timings.ts", find: "cooldownMs: 400,", replace: "cooldownMs: 30_000," },
    hosts: 3,
    figure: "held",
  },
];

interface Verdict {
  /** What the floors say. */
  readonly timid: readonly string[];
  readonly broken: ReadonlySet<string>;
}

/** Plays random schedules with a mutant of the decision, or with the decision as it is. */
async function judge(patches: readonly Patch[], hosts: 2 | 3): Promise<Verdict> {
  const simulatorModule = await loadMutant(patches);
  const figures = simulatorModule.createFigures();
  const broken = new Set<string>();
  for (let seed = 1; seed <= SCHEDULES; seed += 1) {
    const run = simulatorModule.runSchedule({ seed, hosts });
    for (const { invariant } of run.findings) broken.add(invariant);
    simulatorModule.addFigures(figures, run.figures);
  }
  return { timid: simulatorModule.listTimidFigures(figures, SCHEDULES, hosts), broken };
}

const known = new Map<number, Promise<Verdict>>();

function judgeAsItIs(hosts: 2 | 3): Promise<Verdict> {
  const verdict = known.get(hosts) ?? judge([], hosts);
  known.set(hosts, verdict);
  return verdict;
}

describe("a decision that became timid is as safe as ever, and falls below a floor:", () => {
  it.each(MUTANTS.map((mutant) => [mutant.what, mutant] as const))(
    "one that %s",
    async (_what, { patch, hosts, figure }) => {
      const floor = expect.stringMatching(new RegExp(`^${figure}\\b`));
      expect((await judgeAsItIs(hosts)).timid).not.toContainEqual(floor);
      const { timid, broken } = await judge([patch], hosts);
      expect([...broken]).not.toContain("I1");
      expect(timid).toContainEqual(floor);
    },
  );
});
