import { readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";

/** @typedef {{ readonly line: number, readonly said: string, readonly word: string, readonly term: string }} Found */

const list = JSON.parse(readFileSync(path.join(import.meta.dirname, "banned-words.json"), "utf8"));
/** Wherever texts are kept: the catalogues, `messages.ts`, `finding-messages.ts`, `messages/timeline.ts`. */
const english = /^packages\/contract\/src\/message\/catalog\/|(^|[/-])messages(\/|\.tsx?$)/;
const chinese = /\/messages\/zh\//;
const code = /\.(ts|tsx|mjs)$/;

/**
 * Every word in the name of a file, in what it exports and in its English texts for which the field has a better one.
 * `used` gets the exceptions that were needed.
 */
export function listBannedWords(file, source, used = new Set()) {
  const found = [...namesOfPath(file)];
  if (code.test(file)) found.push(...exportedNames(source));
  const judged = found.flatMap(({ line, name }) =>
    list.words
      .filter(({ under = "" }) => file.startsWith(under))
      .flatMap(({ names = [], term }) =>
        names.filter((word) => hasWord(name, word)).map((word) => ({ line, said: name, word, term })),
      ),
  );
  if (english.test(file) && !chinese.test(file))
    for (const { line, text } of englishTexts(file, source))
      for (const { texts = [], term } of list.words)
        for (const pattern of texts) {
          const word = new RegExp(`\\b${pattern}\\b`, "i").exec(text)?.[0];
          if (word !== undefined) judged.push({ line, said: text, word, term });
        }
  return judged.filter(({ term }) => !isExcepted(file, term, used));
}

/** Exceptions that nothing needed any more, and names that are said to be kept and are not there. */
export function listStale(used, read) {
  const unused = list.words
    .flatMap(({ exceptions = [] }) => exceptions)
    .filter(({ at }) => !used.has(at))
    .map(({ at }) => `${at}: the exception is not needed`);
  const gone = list.kept
    .filter((kept) => read(kept.in)?.includes(kept.text) !== true)
    .map((kept) => `${kept.in}: ${kept.text} is said to be kept, and is not there`);
  return [...unused, ...gone];
}

function isExcepted(file, term, used) {
  const word = list.words.find((one) => one.term === term);
  const exception = word?.exceptions?.find(({ at }) => at === file);
  if (exception !== undefined) used.add(exception.at);
  return exception !== undefined;
}

/** `lookAtMember`, `look-at-member` and `LOOK_AT` alike as words in lower case; of one thing or of several. */
function hasWord(name, word) {
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  const said = ` ${words.join(" ")} `;
  return [word, `${word}s`].some((form) => said.includes(` ${form} `));
}

function namesOfPath(file) {
  return file.split("/").map((name) => ({ line: 1, name: name.replace(/\.[a-z]+$/, "") }));
}

const declared =
  /^export (?:default )?(?:declare )?(?:abstract )?(?:async )?(?:function\*?|class|interface|type|const|let|enum) (\w+)/;

function exportedNames(source) {
  const lines = source.split("\n");
  const found = lines.flatMap((text, at) => {
    const name = declared.exec(text)?.[1];
    return name === undefined ? [] : [{ line: at + 1, name }];
  });
  for (const { 1: names, index } of source.matchAll(/^export (?:type )?\{([^}]*)\}/gm)) {
    const line = source.slice(0, index).split("\n").length;
    for (const one of names.split(",")) {
      const name = one
        .trim()
        .replace(/^type /, "")
        .split(" as ")
        .at(-1);
      if (name !== undefined && name !== "") found.push({ line, name });
    }
  }
  return found;
}

/** The texts of a catalogue in English: the first half of `catalog(…)`, or all of a screen's messages. */
function englishTexts(file, source) {
  const parsed = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const found = [];
  const visit = (node) => {
    if (ts.isCallExpression(node) && node.expression.getText(parsed) === "catalog") {
      if (node.arguments[0] !== undefined) visit(node.arguments[0]);
      return;
    }
    if (ts.isPropertyAssignment(node) && ts.isStringLiteralLike(node.initializer)) {
      const { line } = parsed.getLineAndCharacterOfPosition(node.getStart(parsed));
      found.push({ line: line + 1, text: node.initializer.text.replaceAll(/\{\w+/g, "{") });
    }
    ts.forEachChild(node, visit);
  };
  visit(parsed);
  return found;
}
