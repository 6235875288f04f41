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
const kinds = ["lint", "types", "unit", "db", "browser", "host", "netns", "lab", "e2e"];
/** The lab mostly waits for servers: these run in turn beside the others and cost them little. */
const besideLab = ["lint", "types", "unit", "db", "browser", "host"];
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
if (wanted.some((kind) => ["lab", "host", "e2e", "netns", "db"].includes(kind))) await ensureBuilt();
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

/** With the lowest priority where it runs beside tests that wait for servers: it takes what they leave. */
async function runKind(kind, file, args) {
  const { code } = besideLab.includes(kind)
    ? await run("nice", ["-n", "19", file, ...args], { allowFailure: true })
    : await run(file, args, { allowFailure: true });
  return code;
}

async function command(kind, args) {
  say(`── ${kind}`);
  return commandResult(kind, await runKind(kind, "npm", ["run", "--silent", ...args]));
}

async function vitest(project) {
  say(`── ${project} tests`);
  const report = path.join(results, `${project}.json`);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const code = await runKind(project, "node_modules/.bin/vitest", [
    "run",
    "--project",
    project,
    ...reporters,
  ]);
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
  host: () => vitest("host"),
  lab: () => vitest("lab"),
  e2e: playwright,
};

/** A report that cannot be read is a failure of its kind; the others go on. */
async function runInTurn(some) {
  const reports = [];
  for (const kind of some) {
    reports.push(await runners[kind]().catch((error) => missingResult(kind, `unknown (${error.message})`)));
  }
  return reports;
}

const [beside, reports] = await Promise.all([
  runInTurn(wanted.filter((kind) => besideLab.includes(kind))),
  runInTurn(wanted.filter((kind) => !besideLab.includes(kind))),
]);
reports.unshift(...beside);
for (const [name, users] of Object.entries({ test: ["lab", "e2e"], testhost: ["host"] })) {
  if (!users.some((kind) => wanted.includes(kind))) continue;
  say(`taking the lab '${name}' down`);
  await run("node", ["scripts/lab.mjs", "down", "--name", name], { allowFailure: true, quiet: true });
}
say("done");
process.stdout.write(summary(reports));
const passed = reports.some((report) => report.passed > 0);
const failed = reports.some((report) => report.failures.length > 0);
process.exit(passed && !failed ? 0 : 1);
