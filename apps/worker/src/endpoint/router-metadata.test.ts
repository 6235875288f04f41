import { expect, test } from "vitest";
import { MysqlFailure } from "../mysql/mysql-failure";
import { readMetadata } from "./router-metadata";

const { signal } = new AbortController();
const failure = (errno: number, reason: string): MysqlFailure =>
  new MysqlFailure("mysql_statement", { address: "10.0.0.1", port: 3306 }, { reason }, { errno });

/** What a server answers to a statement, by the first text that is in it. */
type Answers = readonly (readonly [string, object | MysqlFailure])[];

const read = (answers: Answers) =>
  readMetadata(
    {
      query: async (sql) => {
        const [, answer] = answers.find(([text]) => sql.includes(text)) ?? [];
        if (answer === undefined) throw new Error(`nobody expected ${sql}`);
        if (answer instanceof MysqlFailure) throw answer;
        return [{ ...answer }];
      },
    },
    signal,
  );

const lacksView = failure(1146, "Table 'v2_instances' doesn't exist");
const version = (major: number) => ({ major, minor: 0, patch: 1 });

test.each<[string, Answers, object]>([
  ["absent where there is no such schema", [["v2_", failure(1049, "Unknown database")]], { kind: "absent" }],
  [
    "absent also where a server says so of its tables",
    [
      ["v2_", lacksView],
      ["schema_version", lacksView],
      ["SCHEMATA", { schemas: 0 }],
    ],
    { kind: "absent" },
  ],
  [
    "of its version where that has not what MySQL Router reads",
    [
      ["v2_", lacksView],
      ["schema_version", version(1)],
    ],
    { kind: "present", version: version(1), clusters: [], instances: [] },
  ],
  [
    "of its version also where the account may not read what that has not",
    [
      ["v2_", failure(1142, "SELECT command denied")],
      ["schema_version", version(1)],
    ],
    { kind: "present", version: version(1) },
  ],
  [
    "half there, and not gone, where a view of the version that is read is missing",
    [
      ["v2_", lacksView],
      ["schema_version", version(2)],
      ["SCHEMATA", { schemas: 1 }],
    ],
    { kind: "partial", said: "Table 'v2_instances' doesn't exist" },
  ],
  [
    "half there where it has not even a version",
    [
      ["v2_", lacksView],
      ["schema_version", lacksView],
      ["SCHEMATA", { schemas: 1 }],
    ],
    { kind: "partial" },
  ],
  [
    "unreadable where the account may not read it",
    [["schema_version", failure(1142, "SELECT command denied")]],
    { kind: "unreadable", said: "SELECT command denied" },
  ],
])("metadata is %s", async (_what, answers, reading) => {
  expect(await read(answers)).toMatchObject(reading);
});
