import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it, test } from "vitest";
import { listBannedWords } from "./banned-words.mjs";

const root = path.resolve(import.meta.dirname, "../..");
const catalogue = "packages/contract/src/message/catalog/planted.ts";

function wordsOf(file: string, source: string): readonly string[] {
  return listBannedWords(file, source).map(({ word }: { word: string }) => word);
}

test.each([
  ["a file", "apps/worker/src/vip/look-at-cluster.ts", "", ["look at"]],
  ["a folder", "apps/agent/src/hands/client.ts", "", ["hands"]],
  ["several of a thing", "apps/worker/src/drill/await-doors.ts", "", ["door"]],
  ["a function", "apps/worker/src/a.ts", "export async function lookAtMember() {}", ["look at"]],
  ["a class", "apps/agent/src/a.ts", "export class PermitKeeper {}", ["permit"]],
  ["a constant", "packages/core/src/a.ts", "export const STRANGER_MAC = 1;", ["stranger"]],
  ["a list of exports", "packages/core/src/a.ts", "export {\n  a,\n  b as World,\n} from './b';", ["world"]],
])("a banned word in the name of %s is found", (_what, file, source, expected) => {
  expect(wordsOf(file, source)).toEqual(expected);
});

test.each([
  ["local names", "apps/agent/src/a.ts", "const hands = 1;\nexport function ask(permit: number) {}"],
  ["longer words", "packages/lab/src/a.ts", "export const broadcast = 1;\nexport type Workaround = 2;"],
  ["words of another field", "packages/ui/src/a.ts", "export const besideEach = 1;"],
])("%s are none", (_what, file, source) => {
  expect(wordsOf(file, source)).toEqual([]);
});

test("a banned word is found in an English text, and not in its code, its placeholders or the Chinese one", () => {
  const source = `export const planted = catalog(
    { "reason.wire": "{stranger} lets go of {wanted}", b: "Nobody answers on the wire" },
    { "reason.wire": "wire", b: "wire" },
  );`;
  expect(wordsOf(catalogue, source)).toEqual(["lets go", "wire"]);
  expect(wordsOf("apps/web/src/i18n/messages/en/a.ts", 'const a = { b: { c: "Look at it" } };')).toEqual([
    "Look at",
  ]);
  expect(wordsOf("apps/web/src/i18n/messages/zh/a.ts", 'const a = { b: "Look at it" };')).toEqual([]);
});

test.each([
  "packages/contract/src/drill/finding-messages.ts",
  "packages/contract/src/drill/messages.ts",
  "apps/web/src/features/drill/messages/timeline.ts",
  "apps/web/src/features/drill/server/report/report-messages.ts",
  "apps/web/src/features/topology/messages.tsx",
])("the English texts of %s are read, and its Chinese ones are not", (file) => {
  const source = 'export const planted = catalog({ a: "Nobody goes on" }, { a: "goes on" });';
  expect(wordsOf(file, source)).toEqual(["goes on"]);
});

test("what keeps no texts is not read for any", () => {
  expect(wordsOf("packages/core/src/drill/judge.ts", 'export const a = { b: "goes on" };')).toEqual([]);
});

it("makes the lint fail where one is planted", () => {
  const folder = "apps/web/src/planted-by-banned-words-test";
  const file = `${folder}/stranger-card.ts`;
  try {
    mkdirSync(path.join(root, folder), { recursive: true });
    writeFileSync(path.join(root, file), "export const strangerMac = 1;\n");
    const { status, stdout } = spawnSync(process.execPath, ["scripts/lint-structure.mjs", folder], {
      cwd: root,
      encoding: "utf8",
    });
    expect(stdout).toContain(
      `${file}:1: "stranger-card" says "stranger"; the field's term is conflicting host`,
    );
    expect(stdout).toContain(`"strangerMac" says "stranger"`);
    expect(status).toBe(1);
  } finally {
    rmSync(path.join(root, folder), { recursive: true, force: true });
  }
});
