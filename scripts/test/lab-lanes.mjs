import { readdirSync } from "node:fs";
import path from "node:path";
import { root } from "../lib/run.mjs";

/** Folders of the worker whose lab tests go with those of the agent, so that both lanes take as long. */
const withAgent = [
  ...["cluster", "fix", "host-operator", "member", "proxy", "replication"],
  ...["switchover", "switchover-steps"],
];
const workerFolder = "apps/worker/src/";

/** Where the lab tests of each lane are: a file goes with the lane whose folder it is in. */
export function labLanes() {
  const folders = readdirSync(path.join(root, workerFolder), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [entry.name] : [],
  );
  const toPath = (name) => `${workerFolder}${name}/`;
  return {
    worker: folders.filter((one) => !withAgent.includes(one)).map(toPath),
    agent: ["apps/agent/", ...withAgent.map(toPath)],
    own: ["packages/lab/"],
  };
}
