import { untilAborted, whenAskedToStop } from "@primacy/console/asked-to-stop";
import { LabError, startLab, stopLab } from "@primacy/lab";
import { type DrillRound, prepareSetting, runDrillRounds } from "@primacy/lab/measure";
import { startOwnConsole, type Undo, undoAll } from "../lib/own-console";
import { startProgress } from "../lib/progress";
import { endWrongCall } from "../lib/read-options.mjs";
import { parseCall, usage } from "./call.mjs";

/** `npm run soak -- --drills 12`: drills of mixed kinds in a row, each of which leaves the lab as it was. */
const call = parseCall(process.argv.slice(2));
endWrongCall(call.problems, usage);
const { drills: count, seed } = call;
const asked = whenAskedToStop();
const say = startProgress();
const labName = "drills";
const rounds: DrillRound[] = [];
const undo: Undo = [];
const failures: string[] = [];
try {
  const stopped = untilAborted(asked).then(() => Promise.reject(asked.reason));
  await Promise.race([stopped, run()]);
} catch (cause) {
  process.stderr.write(`${cause instanceof Error ? (cause.stack ?? cause.message) : cause}\n`);
  failures.push(cause instanceof Error ? cause.message : String(cause));
} finally {
  for (const cause of await undoAll(undo)) failures.push(String(cause));
}
for (const { number, fault, verdict, sentence, left } of rounds) {
  if (verdict !== "passed") failures.push(`drill ${number}, ${fault}: ${sentence}`);
  failures.push(...left.map((one) => `drill ${number}, ${fault}, left: ${one}`));
}
if (rounds.length < count) failures.push(`${rounds.length} of ${count} drills came to a verdict`);
for (const text of failures) process.stdout.write(`failed: ${text}\n`);
const told = rounds.map(({ fault, verdict, gapMs, lostWrites }) => ({ fault, verdict, gapMs, lostWrites }));
process.stdout.write(
  `${JSON.stringify({ name: "drills-in-a-row", seed, drills: told, met: failures.length === 0 })}\n`,
);
process.exit(failures.length === 0 ? 0 : 1);

async function run(): Promise<void> {
  undo.push(() => stopLab(labName));
  const network = { name: labName, subnet: "10.94.0.0/24", expelSeconds: 0 } as const;
  const lab = await startLab({ ...network, onProgress: say, signal: asked });
  const options = { name: "soak", port: 4330, workerPort: 4331, say, onLog: () => undefined, signal: asked };
  const { api } = await startOwnConsole(options, undo);
  const setting = await prepareSetting(api, lab, say, ["app1"]);
  const watch = await lab.observe.watchHolders(setting.vipAddress);
  undo.push(() => watch.stop());
  await runDrillRounds(setting, {
    count,
    seed,
    onRound: (round) => {
      rounds.push(round);
      const gap = round.gapMs === null ? "no gap" : `${round.gapMs.toFixed(0)} ms`;
      say(`${round.number}/${count} ${round.fault}: ${round.verdict}, ${gap}. ${round.sentence}`);
    },
  });
  if (watch.overlaps.length > 0) throw new LabError("not_observed", "Two hosts held the address at once.");
}
