import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { runInNewContext } from "node:vm";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { keepEnglish, leaveOut } from "./leave-out.mjs";

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

// mysql2 reads some answers in the encoding that is the server's default.
test.each([
  ["gbk", [0xd6, 0xd0]],
  ["big5", [0xa4, 0xa4]],
  ["shift_jis", [0x92, 0x86]],
])("what a server of %s says is still read", async (encoding, bytes) => {
  const contents = `said = require("iconv-lite").decode(Buffer.from(${JSON.stringify(bytes)}), "${encoding}");`;
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: import.meta.dirname },
    bundle: true,
    platform: "node",
    format: "cjs",
    write: false,
    plugins: [leaveOut],
  });
  const scope = { said: "", Buffer, require: createRequire(import.meta.url) };
  runInNewContext(outputFiles[0]?.text ?? "", scope);
  expect(scope.said).toBe("中");
});
