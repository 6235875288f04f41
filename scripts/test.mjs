import { mkdirSync, rmSync } from "node:fs";
import {
  buildCommands,
  ensureApt,
  ensureBuilt,
  ensurePackages,
  labCommands,
  requirePlatform,
  requireRoot,
} from "./lib/bootstrap.mjs";
import { endGroups, run } from "./lib/run.mjs";
import { say } from "./lib/say.mjs";
import { failedResult, summary } from "./lib/test-results.mjs";
import { labLanes } from "./test/lab-lanes.mjs";
import { isProved, keepProved, readLabHash, readSimHash } from "./test/proof.mjs";
import { results, runCommand, runPlaywright, runVitest } from "./test/runners.mjs";

/**
 * Installs what is missing and runs every kind of test: `npm test`, or some kinds only: `npm test -- unit db`.
 * It ends with what failed and why, and the last line carries the totals of all runners. docs/testing.md says which test
 * runs where, and how the lanes below are laid out.
 */
/** What needs no lab, in the order of its lane. */
const withoutLab = ["unit", "db", "sim", "browser"];
const kinds = [...withoutLab, "lint", "types", "host", "netns", "lab-own", "lab", "e2e", "labs"];
const isLong = process.env.PRIMACY_LONG_RUN === "1";
const asked = process.argv.slice(2);
const unknown = asked.filter((kind) => !kinds.includes(kind));
if (unknown.length > 0) {
  process.stderr.write(`No such kind of test: ${unknown.join(", ")}. There are: ${kinds.join(", ")}.\n`);
  process.exit(2);
}
const wanted = asked.length === 0 ? kinds : kinds.filter((kind) => asked.includes(kind));
const wantsOneOf = (...some) => some.some((kind) => wanted.includes(kind));
// The lab's own tests, and those that make labs for themselves, say nothing new of a lab that has passed them.
const labHash = readLabHash();
const isLabInDoubt = isLong || asked.length > 0 || !isProved("lab", labHash);
const ownTests = wanted.includes("lab-own") && isLabInDoubt;

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
    "g++": "g++",
    "docker-compose": "docker-compose",
    curl: "curl",
    jq: "jq",
  }),
  ensurePackages(),
]);
// Nor do those of the simulator, whose seeds and clock are the same in each run.
const simHash = await readSimHash();
const simTests = wanted.includes("sim") && (isLong || asked.length > 0 || !isProved("sim", simHash));
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

/** For those who wait for it later: until then its failure is nobody's. */
function begin(act) {
  const begun = act();
  begun.catch(() => undefined);
  return begun;
}

/** A lab that somebody named is one for all: whoever uses it waits for the one before. */
const named = process.env.PRIMACY_TEST_LAB;
const [allParts, serversAlone] = ["mysql,router,haproxy", "mysql"].map((parts) => ["--with", parts]);
const labs = {
  // Proxies that nobody asks take a twentieth of the processors: their checks look at all processes twice a second. The tests of proxies set up
  // their own.
  agent: { name: "test", subnet: "10.79.0.0/24", parts: serversAlone },
  worker: { name: "worker", subnet: "10.75.0.0/24", parts: serversAlone },
  stories: { name: "stories", subnet: "10.74.0.0/24", parts: ownTests ? allParts : serversAlone },
  host: { name: "testhost", subnet: "10.76.0.0/24", parts: ["--hosts", "px1", "--with", "none"] },
};
const upLabs = new Set();

/** Set once the labs are taken down: at the end, or where the run is told to end. */
let leaving;

/** Takes labs down that this run brought up, all that are left unless some are named; resolves to what failed. */
async function takeDown(names = [...upLabs]) {
  const results = names
    .filter((name) => upLabs.has(name))
    .map(async (name) => {
      say(`taking the lab '${name}' down`);
      try {
        // In a group of its own, so that Ctrl-C in the terminal does not end it.
        await run("node", ["scripts/lab.mjs", "down", "--name", name], { quiet: true, detached: true });
        upLabs.delete(name);
        return [];
      } catch (error) {
        return [failedResult(name, error)];
      }
    });
  return (await Promise.all(results)).flat();
}

// This process alone ends what runs in groups of its own. A second signal waits for nothing; the terminal and npm both send
// the first one.
let signalledAt;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(signal, async () => {
    if (signalledAt !== undefined) {
      if (performance.now() - signalledAt > 1_000) process.exit(130);
      return;
    }
    signalledAt = performance.now();
    endGroups();
    leaving ??= takeDown();
    await leaving;
    process.exit(130);
  });
}

/** Brings a lab up and resolves to what tells the tests to take it as it is; they reset and clean it between files. */
async function bringUp({ name, subnet, parts }) {
  if (named !== undefined) return {};
  if (leaving !== undefined) throw new Error(`The lab '${name}' does not come up any more.`);
  say(`bringing the lab '${name}' up`);
  upLabs.add(name);
  const args = ["--name", name, "--subnet", subnet, "--expel", "0", ...parts];
  await run("node", ["scripts/lab.mjs", "up", ...args], { quiet: true, detached: true });
  return { PRIMACY_TEST_LAB: name };
}

/**
 * What is built is built alone: beside the lanes it took half as much processor time again, and the stories, the longest of all, began when others
 * were halfway. Labs come up meanwhile.
 */
const agentBuilt = begin(async () => {
  if (wantsOneOf("db", "host", "lab", "e2e")) await ensureBuilt(["agent"]);
});
const consoleBuilt = begin(async () => {
  await agentBuilt;
  if (wantsOneOf("db", "e2e")) await ensureBuilt(["worker", "web"]);
});
// One after the other: the second is up sooner than if both came at once, and the first much sooner.
const workerLab = begin(async () => (wantsOneOf("lab") ? bringUp(labs.worker) : {}));
const agentLab = begin(async () => {
  await workerLab.catch(() => undefined);
  return wantsOneOf("lab") ? bringUp(labs.agent) : {};
});
const storyLab = begin(async () => {
  await agentLab.catch(() => undefined);
  return wantsOneOf("e2e") || ownTests ? bringUp(labs.stories) : {};
});
const hostLab = begin(async () => {
  await storyLab.catch(() => undefined);
  if (wantsOneOf("host")) await bringUp(labs.host);
});

const labFiles = labLanes();
/** A build that fails is a failure of those who need what it makes. */
const quiet = consoleBuilt.catch(() => undefined);
/** Files of a lane share what they import, and a second process would load it all again: there is always another lane for the other processor. */
const single = { args: ["--maxWorkers=1"] };

/** The long run is for nights, and shows what fails by chance as a failure. */
const runTests = (kind, options = {}) => runVitest(kind, { ...options, isRepeated: !isLong });

let endStories;
const storiesEnded = new Promise((resolve) => {
  endStories = resolve;
});
if (!wantsOneOf("e2e")) endStories();

/**
 * Servers, agents and consoles of the labs cost processor time for as long as they are there. What needs processors alone, and no clock,
 * leaves them to the labs' tests until those have ended.
 */
const behind = { yields: true };

/** Which of the two kinds that prove a lab have passed in this run. */
const passedForLab = new Set();

const runners = {
  lint: () => runCommand("lint", ["lint"], behind),
  types: () => runCommand("types", ["typecheck"], behind),
  unit: async () => {
    await quiet;
    return runTests("unit", single);
  },
  sim: async () => {
    const simulated = await runTests("sim", behind);
    const isWhole = process.env.PRIMACY_SCHEDULES === undefined && simulated.failures.length === 0;
    if (isWhole && simulated.passed > 0) keepProved("sim", simHash);
    return simulated;
  },
  db: async () => {
    await consoleBuilt;
    return runTests("db", single);
  },
  netns: async () => {
    await quiet;
    return runTests("netns");
  },
  browser: () => runTests("browser", { ...behind, isAlone: true }),
  host: async () => {
    await Promise.all([hostLab, agentBuilt]);
    return runTests("host");
  },
  lab: async () => {
    const [env] = await Promise.all([workerLab, agentBuilt, quiet]);
    return runTests("lab", { env, name: "lab-worker", files: labFiles.worker });
  },
  "lab-agent": async () => {
    const [env] = await Promise.all([agentLab, agentBuilt, quiet]);
    return runTests("lab", { env, name: "lab-agent", files: labFiles.agent });
  },
  "lab-own": async () => {
    const own = await runTests("lab", { env: await storyLab, name: "lab-own", files: labFiles.own });
    if (own.failures.length === 0 && own.passed > 0) passedForLab.add("lab-own");
    return own;
  },
  e2e: async () => {
    try {
      const [env] = await Promise.all([storyLab, consoleBuilt]);
      return await runPlaywright(env);
    } finally {
      endStories();
    }
  },
  // Where a lab comes or goes, the machine's addresses change, and a browser ends all its requests: after the stories.
  labs: async () => {
    await storiesEnded;
    if (!isLabInDoubt) return runTests("labs", { files: ["scripts/"] });
    const ended = await runTests("labs");
    if (ended.failures.length === 0 && ended.passed > 0) passedForLab.add("labs");
    return ended;
  },
};

/** A report that cannot be read, or a lab that does not come up, is a failure of its kind; the others go on. */
async function runInTurn(some) {
  const reports = [];
  for (const kind of some) {
    if (leaving !== undefined) break;
    reports.push(await runners[kind]().catch((error) => failedResult(kind, error)));
  }
  return reports;
}

const lane = (...some) => some.filter((kind) => wanted.includes(kind));
const agentLane = wanted.includes("lab") ? ["lab-agent"] : [];
const ownLane = ownTests ? ["lab-own"] : [];
// The lab's own tests take the stories' lab: another lane then takes what comes after the stories.
const [workerLane, storyLane] = ownTests
  ? [lane("lab", "labs"), [...lane("e2e"), ...ownLane]]
  : [lane("lab"), lane("e2e", "labs")];
const lanesWithLab =
  named === undefined
    ? [
        { kinds: workerLane, lab: labs.worker },
        { kinds: agentLane, lab: labs.agent },
        { kinds: storyLane, lab: labs.stories },
      ]
    : [{ kinds: [...lane("lab"), ...agentLane, ...ownLane, ...lane("e2e", "labs")] }];
const lanes = [
  ...lanesWithLab,
  // The host comes up last: what needs none comes first. What yields comes after what waits for programs.
  { kinds: lane("netns", "host", "lint", "types"), lab: labs.host },
  { kinds: lane(...withoutLab).filter((kind) => kind !== "sim" || simTests) },
];

/** The lab of a lane goes when the lane has ended: three idle servers take a tenth of the processors from those that still run. */
async function runLane({ kinds: some, lab }) {
  const reports = await runInTurn(some);
  if (lab === undefined) return reports;
  await storiesEnded;
  return leaving === undefined ? [...reports, ...(await takeDown([lab.name]))] : reports;
}

const reports = (await Promise.all(lanes.map(runLane))).flat();
if (passedForLab.size === 2) keepProved("lab", labHash);
leaving ??= takeDown();
reports.push(...(await leaving));
if (wanted.includes("lab-own") && !ownTests)
  say("the lab's own tests have passed for this lab, as scripts/test/lab-proved.sha256 says");
if (wanted.includes("sim") && !simTests)
  say("the simulator's tests have passed for this decision, as scripts/test/sim-proved.sha256 says");
say("done");
process.stdout.write(summary(reports));
const passed = reports.some((report) => report.passed > 0);
const failed = reports.some((report) => report.failures.length > 0);
process.exit(passed && !failed ? 0 : 1);
