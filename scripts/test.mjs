import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
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
  failedResult,
  missingResult,
  playwrightResult,
  summary,
  vitestResult,
} from "./lib/test-results.mjs";

/**
 * Installs what is missing and runs every kind of test: `npm test`, or some kinds only: `npm test -- unit db`.
 * It ends with what failed and why, and the last line carries the totals of all runners.
 */
const kinds = ["lint", "types", "unit", "db", "browser", "host", "netns", "labs", "lab", "e2e"];
/** Tests of servers, hosts and stories mostly wait: these run in turn beside them, and take what they leave. */
const inTurn = ["lint", "types", "unit", "db", "browser"];
const asked = process.argv.slice(2);
const wanted = asked.length === 0 ? kinds : kinds.filter((kind) => asked.includes(kind));
const wantsOneOf = (...some) => some.some((kind) => wanted.includes(kind));
const results = path.join(root, "test-results");
/** The labs of the tests of the lab and of hosts, as packages/lab/src/fixture/test-lab.ts has them. */
const testLab = { name: "test", subnet: "10.79.0.0/24" };
const hostLab = { name: "testhost", subnet: "10.76.0.0/24" };
/** The stories have one of their own, so that neither waits for the other; after them the worker's lab tests have it. */
const storyLab = { name: "stories", subnet: "10.74.0.0/24" };
const olderAgent = "apps/agent/dist/protocol-1/primacy-agent-linux-x64.tar.gz";

// What runs aside is told by this process alone to end.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => process.exit(130));

requirePlatform();
await requireRoot("The test suite");
await Promise.all([
  ensureApt({
    ...labCommands(),
    ...buildCommands,
    "chromium-headless-shell": "chromium-headless-shell",
    sshd: "openssh-server",
    "systemd-analyze": "systemd",
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
// Tests of the lab need none of it.
const consoleBuilt = begin(async () => {
  await agentBuilt;
  if (wantsOneOf("db", "e2e")) await ensureBuilt(["worker", "web"]);
  // One test needs it, and builds it itself where it is not there.
  if (wantsOneOf("lab") && !existsSync(path.join(root, olderAgent)))
    await runAside("node", ["apps/agent/build/build.mjs", "--protocol", "1"], {
      quiet: true,
      allowFailure: true,
    });
});
const labUp = begin(async () => (wantsOneOf("lab") ? bringLabUp(testLab) : {}));
const hostLabUp = begin(async () => {
  if (wantsOneOf("host")) await bringLabUp(hostLab, "--hosts", "px1", "--with", "none");
});
const storyLabUp = begin(async () => {
  await labUp;
  return wantsOneOf("lab", "e2e") ? bringLabUp(storyLab) : {};
});

/**
 * Brings a lab up once. What it returns tells the tests to take it as it is, which they reset and clean between files;
 * where that failed, each tries itself, and says why.
 */
async function bringLabUp({ name, subnet }, ...more) {
  if (process.env.PRIMACY_TEST_LAB !== undefined) return {};
  say(`bringing the lab '${name}' up`);
  // A lab that is up already may lack what an earlier test did not need: it gains that.
  const parts = more.includes("--with") ? [] : ["--with", "mysql,router,haproxy"];
  const args = ["--name", name, "--subnet", subnet, "--expel", "0", ...parts, ...more];
  const { code, output } = await run("node", ["scripts/lab.mjs", "up", ...args], {
    capture: true,
    allowFailure: true,
  });
  if (code === 0) return { PRIMACY_TEST_LAB: name };
  process.stdout.write(output);
  return {};
}

/** What it ends with is for tests that must not try by themselves: the lab that they would take is another's. */
async function requireStoryLab() {
  const env = await storyLabUp;
  if (process.env.PRIMACY_TEST_LAB === undefined && env.PRIMACY_TEST_LAB === undefined)
    throw new Error(`the lab '${storyLab.name}' did not come up`);
  return env;
}

/** Vitest gives up on a process of its own that does not start within a minute; on a busy machine a nice one does not. */
const startMs = 15_000;

/** A failure is told at the end, with the last that was said. */
const told = { allowFailure: true, tee: true };

async function command(kind, args) {
  say(`── ${kind}`);
  return commandResult(kind, await runAside("npm", ["run", "--silent", ...args], told));
}

/** Where tests of servers wait for an answer, whatever else works on the machine must not make them wait longer. */
const behindEnv = { PRIMACY_CHROMIUM: path.join(root, "scripts/lib/chromium-behind.sh"), ...toolEnv };

async function vitest(project, env = {}, { name = project, files = [] } = {}) {
  say(`── ${name} tests`);
  const report = path.join(results, `${name}.json`);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const argv = ["run", "--project", project, ...reporters, ...files];
  const ended = inTurn.includes(project)
    ? await runAside("node_modules/.bin/vitest", argv, { ...told, fairMs: startMs, env: behindEnv })
    : await run("node_modules/.bin/vitest", argv, { ...told, env: { ...toolEnv, ...env } });
  return readResult(name, report, ended, vitestResult);
}

/** A runner that is ended while it writes leaves half a report, which is none. */
function readResult(kind, file, ended, toResult) {
  let report;
  try {
    report = JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return missingResult(kind, ended);
  }
  return toResult(kind, report, ended);
}

/** The second half of the lab tests waits for the stories: they go before what else is nice. */
const storyNice = 10;

async function playwright(env) {
  say("── browser stories");
  const report = path.join(results, "e2e.json");
  const argv = ["test", "--config", "e2e/playwright.config.ts"];
  const ended = await runAside("node_modules/.bin/playwright", argv, {
    ...told,
    nice: storyNice,
    env: { ...behindEnv, ...env, PRIMACY_NICE: String(storyNice), PLAYWRIGHT_JSON_OUTPUT_NAME: report },
  });
  return readResult("e2e", report, ended, playwrightResult);
}

let labEnded = Promise.resolve();
let storiesEnded = Promise.resolve();
/** The lab tests are two halves, each in a lab of its own: one after the other they would take longer than all else. */
const worker = "apps/worker/src/";
/** Folders of the worker that go with the other half, so that both take as long: its lab is free while the stories run. */
const atFirst = ["recovery", "member", "watch", "switchover", "cluster"];
const leaveOut = (folders) => folders.flatMap((folder) => ["--exclude", `${worker}${folder}/**`]);

const runners = {
  lint: () => command("lint", ["lint"]),
  types: () => command("types", ["typecheck"]),
  unit: () => vitest("unit"),
  db: () => vitest("db"),
  netns: () => vitest("netns"),
  browser: () => vitest("browser"),
  host: async () => {
    await agentBuilt;
    return vitest("host");
  },
  labs: async () => {
    // Where a lab comes or goes, the machine's addresses change, and a browser ends all its requests: after the stories.
    await storiesEnded;
    return vitest("labs");
  },
  lab: async () => {
    await agentBuilt;
    const later = readdirSync(path.join(root, worker)).filter((folder) => !atFirst.includes(folder));
    return vitest("lab", await labUp, { files: leaveOut(later) });
  },
  "lab-worker": async () => {
    // A lab that somebody named is one for all.
    if (process.env.PRIMACY_TEST_LAB !== undefined) await labEnded;
    const [env] = await Promise.all([requireStoryLab(), agentBuilt, storiesEnded]);
    return vitest("lab", env, { name: "lab-worker", files: [worker, ...leaveOut(atFirst)] });
  },
  e2e: async () => {
    // A lab that somebody named is one for all: its tests come first.
    if (process.env.PRIMACY_TEST_LAB !== undefined) await labEnded;
    // They begin when the labs are up that last as long as they do.
    const [env] = await Promise.all([requireStoryLab(), consoleBuilt, hostLabUp]);
    return playwright(env);
  },
};

/** A report that cannot be read is a failure of its kind; the others go on. */
async function runInTurn(some) {
  const reports = [];
  for (const kind of some) {
    reports.push(await runners[kind]().catch((error) => failedResult(kind, error)));
  }
  return reports;
}

/** In turn, after all that is built: the compiler reads what a build makes. Units need nothing of it and come first. */
async function runBeside(some) {
  const isEarly = (kind) => kind === "unit";
  const early = await runInTurn(some.filter(isEarly));
  const failure = await consoleBuilt.then(
    () => null,
    (error) => error,
  );
  const built = failure === null ? [] : [failedResult("build", failure)];
  return [...early, ...built, ...(await runInTurn(some.filter((kind) => !isEarly(kind))))];
}

// The longest begin at once. The short ones go one after the other, so that not all of them delay the longest.
const lane = (...some) => some.filter((kind) => wanted.includes(kind));
labEnded = runInTurn(lane("lab"));
storiesEnded = runInTurn(lane("e2e"));
const shortEnded = runInTurn(lane("host", "netns", "labs"));
const workerEnded = wantsOneOf("lab") ? runInTurn(["lab-worker"]) : [];
const alone = [labEnded, shortEnded, storiesEnded, workerEnded];
const beside = runBeside(wanted.filter((kind) => inTurn.includes(kind)));
const lanes = await Promise.all([beside, ...alone]);
const reports = lanes.flat();
// A lab that somebody else named is theirs.
const labs =
  process.env.PRIMACY_TEST_LAB === undefined
    ? { [testLab.name]: ["lab"], [storyLab.name]: ["lab", "e2e"] }
    : {};
await Promise.all(
  Object.entries({ ...labs, [hostLab.name]: ["host"] }).map(async ([name, users]) => {
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
