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
import {
  commandResult,
  missingResult,
  playwrightResult,
  summary,
  vitestResult,
} from "./lib/test-results.mjs";

/**
 * Installs what is missing and runs every kind of test: `npm test`, or some kinds only: `npm test -- unit db`.
 * It ends with what failed and why, and the last line carries the totals of all runners.
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

/** Lint and types: with the lowest priority, so that they may run beside tests that wait for servers. */
async function command(kind, args) {
  say(`── ${kind}`);
  const { code } = await run("nice", ["-n", "19", "npm", "run", "--silent", ...args], { allowFailure: true });
  return commandResult(kind, code);
}

async function vitest(project) {
  say(`── ${project} tests`);
  const report = path.join(results, `${project}.json`);
  const { code } = await run(
    "node_modules/.bin/vitest",
    ["run", "--project", project, "--reporter=default", "--reporter=json", `--outputFile.json=${report}`],
    { allowFailure: true },
  );
  if (!existsSync(report)) return missingResult(project, code);
  return vitestResult(project, JSON.parse(readFileSync(report, "utf8")), code);
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
  if (!existsSync(report)) return missingResult("e2e", code);
  return playwrightResult("e2e", JSON.parse(readFileSync(report, "utf8")), code);
}

const runners = {
  lint: () => command("lint", ["lint"]),
  types: () => command("types", ["typecheck"]),
  unit: () => vitest("unit"),
  db: () => vitest("db"),
  netns: () => vitest("netns"),
  browser: () => vitest("browser"),
  lab: () => vitest("lab"),
  e2e: playwright,
};

async function runInTurn(some) {
  const reports = [];
  for (const kind of some) reports.push(await runners[kind]());
  return reports;
}

// The lab mostly waits: what only reads the source costs nothing beside it.
const beside = wanted.includes("lab") ? wanted.filter((kind) => kind === "lint" || kind === "types") : [];
let besideReports = Promise.resolve([]);
const reports = [];
for (const kind of wanted) {
  if (beside.includes(kind)) continue;
  if (kind === "lab") besideReports = runInTurn(beside);
  reports.push(await runners[kind]());
}
reports.unshift(...(await besideReports));
if (wanted.includes("lab") || wanted.includes("e2e")) {
  say("taking the test lab down");
  await run("node", ["scripts/lab.mjs", "down", "--name", "test"], { allowFailure: true, quiet: true });
}
say("done");
process.stdout.write(summary(reports));
const passed = reports.some((report) => report.passed > 0);
const failed = reports.some((report) => report.failures.length > 0);
process.exit(passed && !failed ? 0 : 1);
