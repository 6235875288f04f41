import { run, toolEnv } from "./lib/run.mjs";
import { say } from "./lib/say.mjs";

/**
 * What nights and releases have time for: `npm run test:long`. Every test, also those that a quicker one stands in for
 * by day, with other random values each time; then, with the date as the seed, 200 faults on real hosts, and a million schedules of the simulator.
 */
const seed = new Date().toISOString().slice(0, 10).replaceAll("-", "");
const parts = [
  { name: "every test", args: ["test"], env: { PRIMACY_LONG_RUN: "1" } },
  { name: "200 faults", args: ["run", "soak", "--", "--faults", "200", "--seed", seed] },
  { name: "1,000,000 schedules", args: ["run", "simulate", "--", "--schedules", "1000000", "--seed", seed] },
];
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => process.exit(130));

const failed = [];
for (const { name, args, env } of parts) {
  say(`── ${name} …`);
  const { code } = await run("npm", args, {
    env: { ...toolEnv, ...env },
    allowFailure: true,
    detached: true,
  });
  if (code !== 0) failed.push(name);
}
say(failed.length === 0 ? "all of it passed" : `failed: ${failed.join(", ")}`);
process.exit(failed.length === 0 ? 0 : 1);
