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
import { root, run, runAside, toolEnv } from "./lib/run.mjs";
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
const wantsOneOf = (...some) => some.some((kind) => wanted.includes(kind));
const results = path.join(root, "test-results");
/** The lab that the tests of the lab and the stories share; as packages/lab/src/fixture/test-lab.ts has it. */
const testLab = { name: "test", subnet: "10.79.0.0/24" };
const olderAgent = "apps/agent/dist/protocol-1/primacy-agent-linux-x64.tar.gz";

// What runs aside is told by this process alone to end.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => process.exit(130));

requirePlatform();
await requireRoot("The test suite");
await Promise.all([
  ensureApt({
    ...labCommands(),
    ...buildCommands,
    chromium: "chromium",
    sshd: "openssh-server",
    openssl: "openssl",
    "docker-compose": "docker-compose",
    curl: "curl",
    jq: "jq",
  }),
  ensurePackages(),
]);
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

/** For those who wait for it later: until then its failure is nobody's. */
function begin(act) {
  const begun = act();
  begun.catch(() => undefined);
  return begun;
}

const agentBuilt = begin(async () => {
  if (wantsOneOf("db", "host", "lab", "e2e")) await ensureBuilt(["agent"]);
});
// Tests of the lab need none of it, and the stories come last.
const consoleBuilt = begin(async () => {
  await agentBuilt;
  if (wantsOneOf("db", "e2e")) await ensureBuilt(["worker", "web"], { isAside: true });
  // One test needs it, and builds it itself where it is not there.
  if (wantsOneOf("lab") && !existsSync(path.join(root, olderAgent)))
    await runAside("node", ["apps/agent/build/build.mjs", "--protocol", "1"], {
      quiet: true,
      allowFailure: true,
    });
});
const labUp = begin(async () => (wantsOneOf("lab", "e2e") ? bringLabUp() : {}));

/**
 * Brings the shared lab up once, while the agent is built and the tests of namespaces run. What it returns tells the tests
 * to take it as it is, which they reset and clean between files; where that failed, each tries itself, and says why.
 */
async function bringLabUp() {
  if (process.env.PRIMACY_TEST_LAB !== undefined) return {};
  say(`bringing the lab '${testLab.name}' up`);
  const args = ["--name", testLab.name, "--subnet", testLab.subnet, "--expel", "0"];
  const { code, output } = await run("node", ["scripts/lab.mjs", "up", ...args], {
    capture: true,
    allowFailure: true,
  });
  if (code === 0) return { PRIMACY_TEST_LAB: testLab.name };
  process.stdout.write(output);
  return {};
}

async function command(kind, args) {
  say(`── ${kind}`);
  const { code } = await runAside("npm", ["run", "--silent", ...args], { allowFailure: true });
  return commandResult(kind, code);
}

/** With a low priority where it runs beside tests that wait for servers: it takes what they leave. */
async function vitest(project, env = {}) {
  say(`── ${project} tests`);
  const report = path.join(results, `${project}.json`);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const argv = ["node_modules/.bin/vitest", "run", "--project", project, ...reporters];
  const [file, ...args] = besideLab.includes(project) ? ["nice", "-n", "19", ...argv] : argv;
  const { code } = await run(file, args, { allowFailure: true, env: { ...toolEnv, ...env } });
  if (!existsSync(report)) return missingResult(project, code);
  return vitestResult(project, JSON.parse(readFileSync(report, "utf8")), code);
}

async function playwright(env) {
  say("── browser stories");
  const report = path.join(results, "e2e.json");
  const { code } = await run(
    "node_modules/.bin/playwright",
    ["test", "--config", "e2e/playwright.config.ts"],
    {
      allowFailure: true,
      env: { ...process.env, ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
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
  lab: async () => {
    await agentBuilt;
    return vitest("lab", await labUp);
  },
  e2e: async () => {
    await consoleBuilt;
    return playwright(await labUp);
  },
};

/** A report that cannot be read is a failure of its kind; the others go on. */
async function runInTurn(some) {
  const reports = [];
  for (const kind of some) {
    reports.push(await runners[kind]().catch((error) => missingResult(kind, `unknown (${error.message})`)));
  }
  return reports;
}

/** In turn, after all that is built: the compiler reads what a build makes. */
async function runBeside(some) {
  const failure = await consoleBuilt.then(
    () => null,
    (error) => error,
  );
  if (failure === null) return runInTurn(some);
  return [missingResult("build", `unknown (${failure.message})`), ...(await runInTurn(some))];
}

const [beside, reports] = await Promise.all([
  runBeside(wanted.filter((kind) => besideLab.includes(kind))),
  runInTurn(wanted.filter((kind) => !besideLab.includes(kind))),
]);
reports.unshift(...beside);
// A lab that somebody else named is theirs.
const labs = process.env.PRIMACY_TEST_LAB === undefined ? { [testLab.name]: ["lab", "e2e"] } : {};
await Promise.all(
  Object.entries({ ...labs, testhost: ["host"] }).map(async ([name, users]) => {
    if (!wantsOneOf(...users)) return;
    say(`taking the lab '${name}' down`);
    await run("node", ["scripts/lab.mjs", "down", "--name", name], { allowFailure: true, quiet: true });
  }),
);
say("done");
process.stdout.write(summary(reports));
const passed = reports.some((report) => report.passed > 0);
const failed = reports.some((report) => report.failures.length > 0);
process.exit(passed && !failed ? 0 : 1);
