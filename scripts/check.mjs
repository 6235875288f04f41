import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { ensurePackages, requirePlatform } from "./lib/bootstrap.mjs";
import { root } from "./lib/run.mjs";
import { say } from "./lib/say.mjs";
import { failedResult, summary } from "./lib/test-results.mjs";
import { listAffectedTests } from "./test/affected-tests.mjs";
import { results, runCommand, runVitest } from "./test/runners.mjs";
import { concernsAll, kindOf } from "./test/test-kinds.mjs";

/**
 * What a developer runs after each change: lint (the style of what changed, the structure of all), types, and the unit, simulator and
 * database tests that the change can affect.
 * `npm run check` takes what is not committed, or the last commit where all is; `npm run check -- --since main` all since then.
 */
const git = (...args) => execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim();
const [option, ref, ...rest] = process.argv.slice(2);
if (option !== undefined && (option !== "--since" || ref === undefined || rest.length > 0)) {
  process.stderr.write("usage: npm run check -- [--since COMMIT]\n");
  process.exit(2);
}
const since = ref ?? (git("status", "--porcelain") === "" ? "HEAD~1" : "HEAD");
try {
  git("rev-parse", "--verify", "--quiet", `${since}^{commit}`);
} catch {
  process.stderr.write(
    `There is no commit ${since} here; name another one: npm run check -- --since COMMIT\n`,
  );
  process.exit(2);
}
/** Paths of files; a name that is not ASCII is not quoted. */
const listPaths = (command, ...args) =>
  git(command, "-z", ...args)
    .split("\0")
    .filter((file) => file !== "");
const changed = [
  ...listPaths("diff", "--name-only", "--no-renames", since),
  ...listPaths("ls-files", "--others", "--exclude-standard"),
];
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => process.exit(130));

requirePlatform();
await ensurePackages();
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
say(`${changed.length} files differ from ${since}`);

const env = { PRIMACY_SCHEDULES: "500" };
/** Its tests start built processes: only `npm test` builds them. */
const needsBuild = "apps/console/src/main.db.test.ts";
const chosenKinds = ["unit", "sim", "db"];
const isThere = (file) => existsSync(path.join(root, file));
const listThere = (...patterns) =>
  listPaths("ls-files", "--cached", "--others", "--exclude-standard", "--", ...patterns).filter(isThere);
const tests = listThere("*.test.ts", "*.test.tsx").filter(
  (test) => chosenKinds.includes(kindOf(test)) && test !== needsBuild,
);
const manifests = listThere("package.json", "*/package.json");
let affected;
const listAffected = () => {
  affected ??= listAffectedTests({ root, tests, manifests, changed });
  return affected;
};

/** Of what has nothing to run. */
const nothing = { passed: 0, skipped: 0, failures: [] };

/** Of one kind: the tests that the change can affect. */
async function choose(kind) {
  const isAll = changed.some((file) => concernsAll(kind, file));
  const chosen = isAll ? tests : await listAffected();
  return chosen.filter((test) => kindOf(test) === kind);
}

/** Fails where an import leads nowhere: what it affects is not known then. */
async function tellChoice() {
  const chosen = await Promise.all(chosenKinds.map(choose));
  say(`the change can affect ${chosen.flat().length} of ${tests.length} test files`);
  return nothing;
}

async function runAffected(kind, env = {}) {
  // The choice has told already why it failed.
  const files = await choose(kind).catch(() => []);
  return files.length === 0 ? nothing : runVitest(kind, { env, files, args: ["--passWithNoTests"] });
}

const there = changed.filter(isThere);
/** More names than these may not fit into one command line. */
const style = there.length > 500 ? ["."] : there;

/** What may take longest comes first. */
const steps = [
  ["choice of tests", tellChoice],
  ["style", () => runCommand("style", ["lint:style", "--", ...style])],
  ["db", () => runAffected("db")],
  ["structure", () => runCommand("structure", ["lint:structure"])],
  ["types", () => runCommand("types", ["typecheck"])],
  ["sim", () => runAffected("sim", env)],
  ["unit", () => runAffected("unit")],
];
const reports = [];

async function takeSteps() {
  for (let step = steps.shift(); step !== undefined; step = steps.shift()) {
    const [kind, run] = step;
    reports.push(await run().catch((error) => failedResult(kind, error)));
  }
}
// One for each processor.
await Promise.all([takeSteps(), takeSteps()]);
say("done");
process.stdout.write(summary(reports));
process.exit(reports.some((report) => report.failures.length > 0) ? 1 : 0);
