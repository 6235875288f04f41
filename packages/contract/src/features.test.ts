import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { endpoints } from "./api";
import { operationKinds } from "./features";
import { catalogs, isMessageCode } from "./message";

/** The names that the sources of one kind declare, each as often as it is declared. */
function namesIn(file: RegExp, name: RegExp): readonly string[] {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" });
  return files
    .filter((one) => file.test(one))
    .flatMap((one) => [...readFileSync(path.join(import.meta.dirname, one), "utf8").matchAll(name)])
    .map(([, found = ""]) => found);
}

// A spread lets the last of two win, and no compiler says so.
it.each([
  [
    "kind of operation",
    Object.keys(operationKinds),
    /\/kinds\.ts$/,
    /^ {2}"?([\w.-]+)"?: (?:changing|looking|queuing)\(/gm,
  ],
  [
    "call",
    Object.keys(endpoints),
    /(endpoints|^api\/\w+)\.ts$/,
    /^ +(\w+): (?:start|startEndpoint|endpoint)\(/gm,
  ],
])("declares each %s once", (_what, all, file, name) => {
  const names = namesIn(file, name);
  // Else the pattern does not know every way to declare one.
  expect(all.filter((one) => !names.includes(one))).toEqual([]);
  expect(all.length).toBeGreaterThan(20);
  expect(names.filter((one, index) => names.indexOf(one) !== index)).toEqual([]);
});

it("declares each text once in each language", () => {
  const codes = namesIn(/messages\.ts$|message\/catalog\/[\w-]+\.ts$/, /^ {4}"([\w.-]+)":/gm);
  expect(codes.length).toBeGreaterThan(2_000);
  const count = new Map<string, number>();
  for (const code of codes) count.set(code, (count.get(code) ?? 0) + 1);
  expect([...count].filter(([, times]) => times !== 2)).toEqual([]);
});

it("names the same values in both languages where agents and the ways to a host report", () => {
  const reported =
    /^(refusal|certificate|file|grant|helper|act|operator|probe|server|config|order|keys|remains|outcome|why|text)\./;
  const namesOf = (text: string): readonly string[] =>
    [...text.matchAll(/\{(\w+)/g)].map(([, name = ""]) => name).sort();
  const codes = Object.keys(catalogs.en)
    .filter(isMessageCode)
    .filter((code) => reported.test(code));
  expect(codes.length).toBeGreaterThan(120);
  const different = codes.filter(
    (code) => namesOf(catalogs.en[code]).join() !== namesOf(catalogs.zh[code]).join(),
  );
  expect(different).toEqual([]);
});
