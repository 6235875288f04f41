import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findConfiguredValue } from "./option-files";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "option-files-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** The machine's own option files do not name this variable. */
const variable = "primacy_test_variable";

function write(name: string, text: string): string {
  const file = path.join(folder, name);
  writeFileSync(file, text);
  return file;
}

test.each([
  ["a plain value", "[mysqld]\nprimacy_test_variable = ON\n", "ON"],
  ["dashes, quotes and a comment", '[mysqld]\nprimacy-test-variable="1" # yes\n', "1"],
  ["a loose option", "[server]\nloose_primacy_test_variable=ON\n", "ON"],
  ["a bare name means ON", "[mysqld-9.7]\nprimacy_test_variable\n", "ON"],
  ["skip turns it off", "[mysqld]\nskip-primacy-test-variable\n", "OFF"],
  ["the last one counts", "[mysqld]\nprimacy_test_variable=ON\nprimacy_test_variable=OFF\n", "OFF"],
  ["another program's section does not", "[client]\nprimacy_test_variable=ON\n", null],
  ["nor does a longer name", "[mysqld]\nprimacy_test_variable_too=ON\n", null],
])("%s", async (_name, text, value) => {
  expect(await findConfiguredValue(variable, [write("my.cnf", text)])).toBe(value);
});

test("included files and folders are read where they are included, in order, and a circle ends", async () => {
  mkdirSync(path.join(folder, "conf.d"));
  write("conf.d/10.cnf", "[mysqld]\nprimacy_test_variable=OFF\n");
  write("conf.d/20.cnf", "[mysqld]\nprimacy_test_variable=ON\n");
  write("conf.d/30.txt", "[mysqld]\nprimacy_test_variable=no\n");
  const file = write("my.cnf", `!includedir ${folder}/conf.d\n!include ${folder}/my.cnf\n`);
  expect(await findConfiguredValue(variable, [file])).toBe("ON");
});

test("a file that is not there is passed by", async () => {
  expect(await findConfiguredValue(variable, [path.join(folder, "absent.cnf")])).toBeNull();
});
