import { readFileSync } from "node:fs";
import { BaseSequencer } from "vitest/node";

/** What gives a file a group that others use too, in the order in which they come; a drill's files use that of `shareCluster`. */
const sharing = [/\bshare(Cluster|DrillLab)\(/, /\bsharePluginCluster\(/];

/**
 * Lets the lab tests that share a registered group follow each other, so that it is made once: it is kept until a file takes
 * the lab for itself, or another group. All other tests go after them, in Vitest's own order.
 */
export class SharedFirst extends BaseSequencer {
  async sort(files) {
    const sorted = await super.sort(files);
    const groups = sorted.map(groupOf);
    return [...sharing.keys(), sharing.length].flatMap((group) =>
      sorted.filter((_file, index) => groups[index] === group),
    );
  }
}

function groupOf({ moduleId }) {
  if (!moduleId.endsWith(".lab.test.ts")) return sharing.length;
  const text = readFileSync(moduleId, "utf8");
  const group = sharing.findIndex((pattern) => pattern.test(text));
  return group < 0 ? sharing.length : group;
}
