import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { ensurePackages, requirePlatform } from "./lib/bootstrap.mjs";
import { root } from "./lib/run.mjs";
import { say } from "./lib/say.mjs";
import { failedResult, summary } from "./lib/test-results.mjs";
import { results, runCommand, runVitest } from "./test/runners.mjs";

/**
 * What a developer runs after each change: lint (the style of what changed, the structure of all), types, and the unit and database tests
 * that can see the change.
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
const changed = new Set([
  ...git("diff", "--name-only", since).split("\n"),
  ...git("ls-files", "--others", "--exclude-standard").split("\n"),
]);
changed.delete("");
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => process.exit(130));

requirePlatform();
await ensurePackages();
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
say(`${changed.size} files differ from ${since}`);

/** The guards bundle the decision themselves, which Vitest's own graph does not see. */
const isDecision = [...changed].some((file) => file.startsWith("packages/core/src/vip/"));
/** Nor does that graph see what the database is made by. */
const isSchema = [...changed].some((file) => file.startsWith("packages/db/prisma"));
/** Its tests start built processes: only `npm test` builds them. */
const needsBuild = ["--exclude", "apps/console/src/main.db.test.ts"];
const only = ["--changed", since, "--passWithNoTests"];
const env = { PRIMACY_SCHEDULES: "500" };

const there = [...changed].filter((file) => existsSync(path.join(root, file)));
/** More names than these may not fit into one command line. */
const style = there.length > 500 ? ["."] : there;

/** Which test belongs to which file is known only to a runner that has read both. */
const lanes = [
  [
    ["style", () => runCommand("style", ["lint:style", "--", ...style])],
    ["structure", () => runCommand("structure", ["lint:structure"])],
    ["types", () => runCommand("types", ["typecheck"])],
    ["unit", () => runVitest("unit", { args: only })],
    ["sim", () => runVitest("sim", { env, args: isDecision ? [] : only })],
  ],
  [
    // The longest.
    ["db", () => runVitest("db", { args: [...(isSchema ? [] : only), ...needsBuild] })],
  ],
];
const reports = await Promise.all(
  lanes.map(async (lane) => {
    const done = [];
    for (const [kind, run] of lane) done.push(await run().catch((error) => failedResult(kind, error)));
    return done;
  }),
);
say("done");
process.stdout.write(summary(reports.flat()));
process.exit(reports.flat().some((report) => report.failures.length > 0) ? 1 : 0);
