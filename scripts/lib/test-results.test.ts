import { expect, it } from "vitest";
import {
  commandResult,
  failedResult,
  missingResult,
  playwrightResult,
  repeatedResult,
  summary,
  vitestResult,
} from "./test-results.mjs";

const bad = { code: 1 };
const passing = { fullName: "adds", status: "passed", failureMessages: [] };
const failing = {
  fullName: "divides",
  status: "failed",
  failureMessages: ["\u001b[31mexpected 2\u001b[39m\n  at x"],
};
const report = (testResults: object[]): object => ({ numPassedTests: 1, numPendingTests: 2, testResults });
const file = { name: "/p/a.test.ts", status: "failed", message: "", assertionResults: [passing, failing] };

it("names each failed test with the plain first lines of its reason, and ends with the totals", () => {
  const text = summary([vitestResult("unit", report([file]), bad), commandResult("lint", { code: 0 })]);
  expect(text).toContain("FAILED  /p/a.test.ts › divides\n        expected 2\n          at x");
  expect(text.endsWith("\n2 passed, 1 failed, 2 skipped\n")).toBe(true);
});

it("counts a file that could not be loaded, a runner that ended badly and a report that is not there", () => {
  const unloaded = {
    name: "/p/b.test.ts",
    status: "failed",
    message: "no such module",
    assertionResults: [],
  };
  const reports = [
    vitestResult("unit", report([unloaded]), bad),
    vitestResult("db", report([]), bad),
    missingResult("lab", { code: 1, signal: "SIGKILL", output: "\u001b[31mout of memory\u001b[39m\n\n" }),
    failedResult("e2e", new Error("the lab did not come up")),
  ];
  const text = summary(reports);
  expect(text).toContain("no such module");
  expect(text).toContain("FAILED  db\n");
  expect(text).toContain("ended with status 1, and no test of it failed");
  expect(text).toContain("was ended by SIGKILL and left no report.\n        out of memory\n");
  expect(text).toContain("FAILED  e2e\n        the lab did not come up\n");
  expect(text.endsWith("2 passed, 4 failed, 4 skipped\n")).toBe(true);
});

it("counts files that were run once more as they ended, and names what passed only then", () => {
  const other = { ...file, name: "/p/b.test.ts" };
  const first = report([
    file,
    other,
    { ...file, name: "/p/c.test.ts", status: "passed", assertionResults: [passing] },
  ]);
  const second = report([
    { ...file, status: "passed", assertionResults: [passing, { ...failing, status: "passed" }] },
    other,
  ]);
  const text = summary([repeatedResult("unit", first, second, bad)]);
  expect(text).toContain("PASSED AT THE SECOND TRY  /p/a.test.ts › divides\n        expected 2");
  expect(text).toContain("FAILED  /p/b.test.ts › divides\n");
  expect(text.endsWith("\n4 passed, 1 failed, 0 skipped\n")).toBe(true);
});

it("takes a story that passed only when it was repeated for a failure", () => {
  const spec = (status: string): object => ({
    file: "first.spec.ts",
    title: status,
    tests: [{ status, results: [{ error: { message: "timed out" } }] }],
  });
  const json = {
    stats: { expected: 1, skipped: 0 },
    suites: [{ suites: [{ specs: [spec("expected"), spec("flaky")] }], specs: [spec("unexpected")] }],
  };
  expect(summary([playwrightResult("e2e", json, bad)])).toMatch(
    /› flaky[\s\S]+1 passed, 2 failed, 0 skipped\n$/,
  );
});
