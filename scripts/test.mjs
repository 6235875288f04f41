import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import {
  buildCommands,
  ensureApt,
  ensureBuilt,
  ensurePackages,
  labCommands,
  requirePlatform,
  requireRoot,
} from "./lib/bootstrap.mjs";
import { root, run } from "./lib/run.mjs";
import { say } from "./lib/say.mjs";

/**
 * Installs what is missing and runs every kind of test: `npm test`, or some kinds only: `npm test -- unit db`.
 * The last line carries the totals of all runners.
 */
const kinds = ["lint", "types", "unit", "db", "netns", "browser", "lab", "e2e"];
const asked = process.argv.slice(2);
const wanted = asked.length === 0 ? kinds : kinds.filter((kind) => asked.includes(kind));
const results = path.join(root, "test-results");

requirePlatform();
await requireRoot("The test suite");
await ensureApt({
  ...labCommands(),
  ...buildCommands,
  chromium: "chromium",
  sshd: "openssh-server",
  openssl: "openssl",
  "docker-compose": "docker-compose",
});
await ensurePackages();
if (wanted.some((kind) => ["lab", "e2e", "netns", "db"].includes(kind))) await ensureBuilt();
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

const totals = { passed: 0, failed: 0, skipped: 0 };

function count(passed, failed, skipped) {
  totals.passed += passed;
  totals.failed += failed;
  totals.skipped += skipped;
}

async function command(name, file, args) {
  say(`── ${name}`);
  const { code } = await run(file, args, { allowFailure: true });
  count(code === 0 ? 1 : 0, code === 0 ? 0 : 1, 0);
}

async function vitest(project) {
  say(`── ${project} tests`);
  const report = path.join(results, `${project}.json`);
  const { code } = await run(
    "node_modules/.bin/vitest",
    ["run", "--project", project, "--reporter=default", "--reporter=json", `--outputFile.json=${report}`],
    { allowFailure: true },
  );
  if (!existsSync(report)) return count(0, 1, 0);
  const json = JSON.parse(readFileSync(report, "utf8"));
  const failed = json.numFailedTests + (code !== 0 && json.numFailedTests === 0 ? 1 : 0);
  count(json.numPassedTests, failed, json.numPendingTests + (json.numTodoTests ?? 0));
}

async function playwright() {
  say("── browser stories");
  const report = path.join(results, "e2e.json");
  const { code } = await run(
    "node_modules/.bin/playwright",
    ["test", "--config", "e2e/playwright.config.ts"],
    {
      allowFailure: true,
      env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    },
  );
  if (!existsSync(report)) return count(0, 1, 0);
  const { stats } = JSON.parse(readFileSync(report, "utf8"));
  const failed = stats.unexpected + stats.flaky;
  count(stats.expected, failed + (code !== 0 && failed === 0 ? 1 : 0), stats.skipped);
}

const runners = {
  lint: () => command("lint", "npm", ["run", "--silent", "lint"]),
  types: () => command("types", "npm", ["run", "--silent", "typecheck"]),
  unit: () => vitest("unit"),
  db: () => vitest("db"),
  netns: () => vitest("netns"),
  browser: () => vitest("browser"),
  lab: () => vitest("lab"),
  e2e: playwright,
};

for (const kind of wanted) await runners[kind]();
if (wanted.includes("lab") || wanted.includes("e2e")) {
  say("taking the test lab down");
  await run("node", ["scripts/lab.mjs", "down", "--name", "test"], { allowFailure: true, quiet: true });
}
say("done");
process.stdout.write(`${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped\n`);
process.exit(totals.failed === 0 && totals.passed > 0 ? 0 : 1);
