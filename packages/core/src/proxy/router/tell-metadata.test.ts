import { expect, it } from "vitest";
import type { MetadataDifference, MetadataVerdict } from "./router-metadata";
import { tellMetadata } from "./tell-metadata";

const group = { clusterName: "my orders", groupName: "8163a1b4" };
const unlisted: MetadataDifference = { kind: "unlisted", members: ["db2", "db3"] };
const gone: MetadataDifference = { kind: "gone", servers: ["db9:3306"] };
const differs = (...differences: MetadataDifference[]): MetadataVerdict => ({
  kind: "differs",
  cluster: "prod",
  differences,
});

it.each<readonly [MetadataVerdict, string, RegExp, RegExp]>([
  [differs(unlisted), "warning", /\(prod\) lacks db2, db3: MySQL Router never leads there/, /rescan\(\)/],
  [differs(gone), "warning", /\(prod\) has db9:3306, which the group does not have/, /rescan\(\)/],
  [differs(unlisted, gone), "warning", /lacks db2, db3, .* and has db9:3306,/, /rescan\(\)/],
  [
    differs({ kind: "group", known: ["far (1111)"] }),
    "warning",
    /this one is 8163a1b4, and the metadata has far \(1111\)/,
    /dba\.dropMetadataSchema\(\)/,
  ],
  [
    { kind: "absent" },
    "warning",
    /metadata is gone/,
    /dba\.createCluster\('my_orders', \{adoptFromGR: true\}\)/,
  ],
  [
    { kind: "partial", said: "Table 'v2_instances' doesn't exist" },
    "warning",
    /lacks what MySQL Router reads\. .*v2_instances/,
    /dba\.dropMetadataSchema\(\)/,
  ],
  [{ kind: "version", version: "0.0.0" }, "warning", /version 0\.0\.0/, /dba\.upgradeMetadata\(\)/],
  [
    { kind: "unreadable", said: "SELECT command denied" },
    "unknown",
    /may not read .* SELECT command denied/,
    /GRANT SELECT ON mysql_innodb_cluster_metadata\.\* TO primacy_admin/,
  ],
])("what is wrong with metadata is told with what to do: %j", (verdict, tone, finding, advice) => {
  const told = tellMetadata(verdict, group);
  expect(told?.tone).toBe(tone);
  expect(told?.finding.text).toMatch(finding);
  expect(told?.advice.text).toMatch(advice);
});

it("metadata that describes the group is not spoken of", () => {
  expect(tellMetadata({ kind: "agrees", cluster: "prod", version: "2.2.0" }, group)).toBeNull();
});
