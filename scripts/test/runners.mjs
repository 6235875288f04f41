import { readFileSync } from "node:fs";
import path from "node:path";
import { root, run, toolEnv } from "../lib/run.mjs";
import { say } from "../lib/say.mjs";
import {
  commandResult,
  failedFiles,
  missingResult,
  playwrightResult,
  repeatedResult,
  vitestResult,
} from "../lib/test-results.mjs";

/** Where the runners leave their reports: `npm test` and `npm run check` may run beside each other. */
export const results = path.join(root, "test-results", path.basename(process.argv[1] ?? "", ".mjs"));

/** A failure is told at the end, with the last that was said. A lane has a process group, which the kernel gives its share. */
const told = { allowFailure: true, tee: true, detached: true };

/** Runs one of the root package's scripts, which counts as one test. */
export async function runCommand(kind, args, options = {}) {
  const all = { ...told, ...options };
  return timed(kind, async () => commandResult(kind, await run("npm", ["run", "--silent", ...args], all)));
}

/** A network of its own with nothing but its loopback: a browser ends all its requests where a card or an address comes or goes. */
const alone = ["unshare", "--net", "--", "sh", "-c", 'ip link set lo up && exec "$@"', "sh"];

/** More failures than that are no chance. */
const mostRepeated = 3;

/**
 * Runs a project of Vitest, or some of its files. `isAlone`: in a network of its own. `isRepeated`: up to three files with a failure
 * are run once more, and the result tells what passed only then (docs/decisions/0111). `yields`: see `run`.
 */
export async function runVitest(
  project,
  {
    env = {},
    name = project,
    files = [],
    args = [],
    isAlone = false,
    isRepeated = false,
    yields = false,
  } = {},
) {
  return timed(name, async () => {
    const runFiles = async (some, as) => {
      const file = path.join(results, `${as}.json`);
      const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
      const argv = ["run", "--project", project, ...reporters, ...args, ...some];
      const [program, ...rest] = [...(isAlone ? alone : []), "node_modules/.bin/vitest", ...argv];
      const ended = await run(program, rest, { ...told, yields, env: { ...toolEnv, ...env } });
      return { ended, json: readReport(file) };
    };
    const first = await runFiles(files, name);
    const failed = isRepeated && first.json !== null ? failedFiles(first.json) : [];
    if (failed.length > 0 && failed.length <= mostRepeated) {
      say(`── ${name}: once more, ${failed.map((file) => path.relative(root, file)).join(", ")}`);
      const second = await runFiles(failed, `${name}-again`);
      if (second.json !== null) return repeatedResult(name, first.json, second.json, second.ended);
    }
    return toResult(name, first, vitestResult);
  });
}

/** Runs the stories in the browser. */
export async function runPlaywright(env) {
  return timed("browser stories", async () => {
    const report = path.join(results, "e2e.json");
    const argv = ["test", "--config", "e2e/playwright.config.ts"];
    const all = { ...toolEnv, ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report };
    const ended = await run("node_modules/.bin/playwright", argv, { ...told, env: all });
    return toResult("e2e", { ended, json: readReport(report) }, playwrightResult);
  });
}

async function timed(name, act) {
  say(`── ${name} …`);
  const result = await act();
  say(`── ${name}: ${result.passed} passed, ${result.failures.length} failed`);
  return result;
}

/** Null: there is none. A runner that is ended while it writes leaves half a report, which is none. */
function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return null;
  }
}

function toResult(kind, { ended, json }, read) {
  return json === null ? missingResult(kind, ended) : read(kind, json, ended);
}
