import { readFileSync } from "node:fs";
import { BaseSequencer } from "vitest/node";

/**
 * Lets the lab tests that share a registered group follow each other, so that it is made once: `shareCluster` keeps it
 * until a file takes the lab for itself. All other tests go in Vitest's own order.
 */
export class SharedFirst extends BaseSequencer {
  async sort(files) {
    const sorted = await super.sort(files);
    return [...sorted.filter(isShared), ...sorted.filter((file) => !isShared(file))];
  }
}

function isShared({ moduleId }) {
  return moduleId.endsWith(".lab.test.ts") && readFileSync(moduleId, "utf8").includes("shareCluster(");
}
