import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { untilAborted, whenAskedToStop } from "@primacy/console/asked-to-stop";
import { startLab, stopLab } from "@primacy/lab";
import { observeVersions, prepareSetting } from "@primacy/lab/measure";
import {
  describeOutcome,
  describePhases,
  endSitting,
  type FaultOutcome,
  formatComparison,
  formatTable,
  type KeptPromises,
  listFailures,
  listUnsafe,
  listUnverified,
  prepareSoak,
  runSoak,
  type SittingEnd,
  type SoakSetting,
  skippedFaults,
  sumOutcomes,
} from "@primacy/lab/soak";
import { startOwnConsole, type Undo, undoAll } from "../lib/own-console";
import { startProgress } from "../lib/progress";
import { endWrongCall } from "../lib/read-options.mjs";
import { root } from "../lib/run.mjs";
import { parseCall, usage } from "./call.mjs";
import { openRecord, readBuild } from "./record";

const call = parseCall(process.argv.slice(2));
endWrongCall(call.problems, usage);
const asked = whenAskedToStop();
const say = startProgress();
const { faults, seed, from, isOnly, isNaive, overwrite } = call;
const parts = ["VERSION", "primacy-supervisor", "release-vips"].map((name) => `primacy-agent/${name}`);
const build = readBuild(parts.map((name) => path.join(root, "apps/agent/dist", name)));
const name = [seed, ...(isOnly ? ["only", faults] : []), ...(isNaive ? ["naive"] : [])].join("-");
// A fault that is done again has no faults before it in its record.
const opened = openRecord({ name, seed, from: isOnly ? 1 : from, build, overwrite });
const record = "problems" in opened ? endForRecord(opened.problems) : opened;
const outcomes: FaultOutcome[] = [...record.outcomes];
const promises: KeptPromises[] = [...record.promises];
const ends: SittingEnd[] = [...record.ends];
const labName = "soak";
/** What a sitting that was asked to stop may still take to read its rows again. */
const endLimitMs = 120_000;
const lines: string[] = [];
// Whatever was started is stopped again, in the opposite order, however far it came.
const undo: Undo = [];

let failure: unknown = null;
try {
  const stopped = untilAborted(asked).then(() => Promise.reject(asked.reason));
  await Promise.race([stopped, run()]);
} catch (cause) {
  failure = cause;
} finally {
  // What could not be ended is what this run failed for where nothing else is.
  const left = await undoAll(undo);
  for (const cause of left) say(String(cause));
  failure ??= left[0] ?? null;
}
finish();
process.exit();

/** Ends this process because of what an earlier run recorded. */
function endForRecord(problems: readonly string[]): never {
  process.stderr.write(`${problems.join("\n")}\n`);
  process.exit(2);
}

async function run(): Promise<void> {
  for (const { row, what, why } of skippedFaults) say(`skipped: ${row} ${what}: ${why}`);
  say(`agent build ${build}, kept in ${record.file}, with ${record.outcomes.length} earlier outcomes`);
  // A sitting that was killed: these faults fail the run until they are done anew.
  for (const text of listUnverified(record)) say(`${text}; --overwrite with --from does them anew`);
  undo.push(() => stopLab(labName));
  const lab = await startLab({
    name: labName,
    subnet: "10.93.0.0/24",
    expelSeconds: 0,
    gtidBlock: 1,
    onProgress: say,
    signal: asked,
  });
  const onLog = (line: string): void => {
    lines.push(line);
  };
  const options = { name: "soak", port: 4330, workerPort: 4331, say, onLog, signal: asked };
  const console = await startOwnConsole(options, undo);
  for (const version of await observeVersions(lab)) say(version);
  const { vipAddress } = await prepareSetting(console.api, lab, say);
  const setting = await prepareSoak(lab, vipAddress, { build, isNaive, say, signal: asked });
  for (const watch of [setting.watch, setting.proxyWatch, setting.wire]) undo.push(() => watch.stop());
  // Also where it is stopped or fails: the rows of its faults are in no other lab.
  undo.push(() => endRun(setting));
  await runSoak(
    setting,
    { seed, from, to: faults },
    {
      onOutcome: (outcome) => {
        outcomes.push(outcome);
        record.append({ outcome });
        say(`${outcome.number}/${faults} ${describeOutcome(outcome)}`);
        say(`${outcome.number}/${faults} ${describePhases([outcome.seconds])}`);
      },
      onPromises: (kept) => {
        promises.push(kept);
        record.append({ promises: kept });
      },
    },
  );
}

async function endRun(setting: SoakSetting): Promise<void> {
  // A fault that is still in force would keep the servers from being asked.
  if (asked.aborted) await setting.lab.fault.heal().catch((cause: unknown) => say(String(cause)));
  say("reading the rows of all faults again");
  const found = await endSitting(setting, promises, AbortSignal.timeout(endLimitMs));
  ends.push(found);
  record.append({ end: found });
}

/** The table, what is wrong, and the line of JSON: of whatever was done, also when it was stopped. */
function finish(): void {
  if (failure !== null) {
    process.stderr.write(`${failure instanceof Error ? (failure.stack ?? failure.message) : failure}\n`);
    if (!asked.aborted) {
      const file = path.join(tmpdir(), "primacy-soak-console.log");
      writeFileSync(file, lines.join("\n"));
      process.stderr.write(`kept ${file}\n`);
    }
    const next = (outcomes.at(-1)?.number ?? from - 1) + 1;
    if (!isOnly && next <= faults) process.stderr.write(`go on with --from ${next}\n`);
  }
  const run = { wanted: isOnly ? 1 : faults, outcomes, ends, isReplay: isOnly };
  const tables = [...formatTable(outcomes), "", ...formatComparison(outcomes, ends), ""];
  process.stdout.write(`${tables.join("\n")}\n`);
  process.stdout.write(`${describePhases(outcomes.map(({ seconds }) => seconds))}\n`);
  const unsafe = listUnsafe(run);
  // A rule that is not safe must be found to be so: that it has no proofs to show would fail it in any case.
  const failures = isNaive ? unsafe : listFailures(run);
  for (const text of failures) process.stdout.write(`failed: ${text}\n`);
  if (isNaive && unsafe.length === 0)
    process.stdout.write(
      "the rule that is not safe was not found out: these faults do not tell it from a safe one\n",
    );
  process.stdout.write(`${JSON.stringify(sumOutcomes(seed, outcomes, ends))}\n`);
  process.exitCode = failure !== null ? 2 : failures.length === 0 ? 0 : 1;
}
