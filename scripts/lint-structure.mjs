import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { listBannedWords, listStale } from "./lib/banned-words.mjs";
import { isComponent, listLiteralTexts } from "./lib/literal-texts.mjs";
import { root } from "./lib/run.mjs";

/**
 * House rules that the linter cannot say: sizes of files, words that name nothing or for which the field has a better one,
 * texts that no catalogue translates. Lists every breach, in the files that are named or in all.
 */
const asked = process.argv.slice(2);
const files = execFileSync(
  "git",
  ["ls-files", "--cached", "--others", "--exclude-standard", "--", ...asked],
  {
    cwd: root,
    encoding: "utf8",
  },
)
  .split("\n")
  .filter((file) => /\.(ts|tsx|mjs|cjs|sh|md)$/.test(file) && !/generated|prisma\/migrations/.test(file));

const isTest = (file) => /\.(test|spec)\.tsx?$/.test(file);
const isTable = (file) => /message\/catalog\/|\/messages\/|\/messages\.ts$|\/i18n\/(en|zh)/.test(file);
/** Null where it is listed and was just deleted. */
function readIfThere(file) {
  try {
    return readFileSync(path.join(root, file), "utf8");
  } catch {
    return null;
  }
}
const isDocument = (file) => file.endsWith(".md");
const problems = [];
const neededExceptions = new Set();
for (const file of files) {
  const text = readIfThere(file);
  if (text === null) continue;
  for (const { line, said, word, term } of listBannedWords(file, text, neededExceptions))
    problems.push(`${file}:${line}: "${said}" says "${word}"; the field's term is ${term}`);
  if (isDocument(file)) continue;
  const lines = text.split("\n").length;
  const limit = isTest(file) ? 800 : 400;
  if (lines > limit && !isTable(file)) problems.push(`${file}: ${lines} lines; the limit is ${limit}`);
  if (/(^|[/-])(utils?|(?<!address-)helpers?|manager|data)\.[a-z]+$/.test(file))
    problems.push(`${file}: the name says nothing`);
  if (/\b(TODO|FIXME|XXX)\b(?!\(#\d+\))/.test(text) && !file.includes("lint-structure"))
    problems.push(`${file}: a TODO without an issue`);
  if (/@ts-ignore|@ts-nocheck/.test(text) && !file.includes("lint-structure"))
    problems.push(`${file}: types are switched off`);
  if (isTest(file) && /\b(it|test|describe)\.(only|todo|fixme)\b/.test(text))
    problems.push(`${file}: a test that hides others or does not run`);
  if (isComponent(file))
    for (const { line, text: said } of listLiteralTexts(file, text))
      problems.push(`${file}:${line}: "${said}" is said in one language alone; put it into the catalogues`);
}
if (asked.length === 0) problems.push(...listStale(neededExceptions, readIfThere));
process.stdout.write(
  problems.length === 0 ? `structure holds in ${files.length} files\n` : `${problems.join("\n")}\n`,
);
process.exit(problems.length === 0 ? 0 : 1);
