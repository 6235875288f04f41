import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { keepEnglish } from "./leave-out.mjs";

test("of a catalogue the English texts stay, and no Chinese one", async () => {
  const file = fileURLToPath(import.meta.resolve("@primacy/contract"));
  const source = await readFile(new URL("agent/messages.ts", `file://${file}`), "utf8");
  expect(source).toMatch(/\p{Script=Han}/u);
  const kept = keepEnglish(source);
  expect(kept).not.toMatch(/\p{Script=Han}/u);
  expect(kept).toContain(source.slice(0, source.search(/\p{Script=Han}/u)).split("{")[1]);
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
