import { expect, test } from "vitest";
import { judgeSysbenchVersion } from "./judge-version";

test.each<[string, ReturnType<typeof judgeSysbenchVersion>]>([
  // As packages of Debian, Ubuntu and RHEL, and builds by hand, tell them.
  ["1.0.17", "fit"],
  ["1.0.18", "fit"],
  ["1.0.19", "fit"],
  ["1.0.20", "fit"],
  ["1.0.20-5+deb12u1", "fit"],
  ["1.1.0-50966c8", "fit"],
  ["1.1.0-de18a03", "fit"],
  ["1.1", "fit"],
  ["2.0", "fit"],
  ["1.0.100", "fit"],
  ["10.0.1", "fit"],
  ["1.0.16", "old"],
  ["1.0.11", "old"],
  ["1.0.9", "old"],
  ["1.0", "old"],
  ["0.5", "old"],
  ["0.4.12", "old"],
  ["0.4.12.10", "old"],
  ["0.99.99", "old"],
  ["1", "unknown"],
  ["2024-10-01", "unknown"],
  ["1.x", "unknown"],
  ["", "unknown"],
  ["master", "unknown"],
])("sysbench %j is %s", (version, fitness) => {
  expect(judgeSysbenchVersion(version)).toBe(fitness);
});
