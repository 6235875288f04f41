import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { keepEnglish } from "./leave-out.mjs";

const contract = path.resolve(import.meta.dirname, "../../../packages/contract/src");
const catalogues = readdirSync(contract, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
  .map((file) => ({ file, source: readFileSync(path.join(contract, file), "utf8") }))
  .filter(({ source }) => /= catalog\(/.test(source));
/** Each code stands there once for each language. */
const countCodes = (source: string): number => source.match(/^ +"[\w.:]+":/gm)?.length ?? 0;

test("there are catalogues", () => {
  expect(catalogues.length).toBeGreaterThan(40);
});

test.each(catalogues)("of $file the English texts stay, and no Chinese one", ({ source }) => {
  const kept = keepEnglish(source);
  expect(kept).not.toMatch(/\p{Script=Han}/u);
  expect(countCodes(kept)).toBeGreaterThan(0);
  expect(countCodes(kept) * 2).toBe(countCodes(source));
  expect(source.startsWith(kept.slice(0, kept.lastIndexOf("{}")))).toBe(true);
});

test("two catalogues in one file, and a text that only speaks of one", () => {
  const source =
    'const a = catalog({ "x": "X" }, { "x": "某" });\nconst b = catalog({}, {\n  y: "某",\n});\n// catalog(en, zh)\n';
  expect(keepEnglish(source)).toBe(
    'const a = catalog({ "x": "X" }, {});\nconst b = catalog({}, {});\n// catalog(en, zh)\n',
  );
});

test("what declares the function is left alone", () => {
  const source = "export function catalog(en, zh) {\n  return { en, zh };\n}\n";
  expect(keepEnglish(source)).toBe(source);
});
