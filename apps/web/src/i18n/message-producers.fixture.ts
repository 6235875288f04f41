import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";

const root = path.resolve(import.meta.dirname, "../../../..");
const folders = [
  "apps/agent",
  "apps/worker",
  "apps/web",
  "packages/core",
  "packages/db",
  "packages/remote",
  "packages/host-acts",
  "packages/probe",
];
const notProducers =
  /\.(test|fixture)\.tsx?$|\/messages\.ts$|\/(testing|simulator|generated|embedded|migrate|cli|openapi|metrics|messages)\//;

const makers = /^(fail|quote|unreachable|\w+Failure|RefusalError)$/;
/** What the lab prints: no program of the product tells people of one (`tellError` of the agent). */
const labsOwn = new Set(["ActFailure", "ProbeFailure"]);

/** What may stand for a placeholder, as some place in the sources says. */
export interface ProducedParam {
  readonly name: string;
  readonly place: string;
  /** The literal texts that it may be; what is computed within one is "1". */
  readonly texts: readonly string[];
  /** It is names that were joined by commas. */
  readonly isList: boolean;
  /** It is made of the English text of a message. */
  readonly isMessageText: boolean;
}

/** Every property of an object literal in the programs' sources that bears a placeholder's name. Log fields are none. */
export function listProducedParams(names: ReadonlySet<string>): readonly ProducedParam[] {
  return folders.flatMap((folder) => {
    const top = path.join(root, folder, "src");
    const files = readdirSync(top, { recursive: true, encoding: "utf8" }).map((file) => path.join(top, file));
    return files
      .filter((file) => /\.tsx?$/.test(file) && !notProducers.test(file))
      .flatMap((file) => new SourceReader(file).list(names));
  });
}

/** Follows an expression through the names of its file to the texts that it may be. */
class SourceReader {
  readonly #source: ts.SourceFile;
  readonly #meanings = new Map<string, ts.Node[]>();
  readonly #found: ProducedParam[] = [];

  constructor(file: string) {
    const text = readFileSync(file, "utf8");
    this.#source = ts.createSourceFile(path.relative(root, file), text, ts.ScriptTarget.Latest, true);
  }

  list(names: ReadonlySet<string>): readonly ProducedParam[] {
    this.#learn(this.#source);
    this.#visit(this.#source, names);
    return this.#found;
  }

  #learn(node: ts.Node): void {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer !== undefined)
      this.#add(node.name.text, node.initializer);
    if (ts.isFunctionDeclaration(node) && node.name !== undefined && node.body !== undefined)
      this.#add(node.name.text, node.body);
    if (ts.isCallExpression(node) || ts.isNewExpression(node)) this.#learnCall(node);
    ts.forEachChild(node, (child) => this.#learn(child));
  }

  /** What is put into a list later, and what is given to whatever makes a failure of it. */
  #learnCall(node: ts.CallExpression | ts.NewExpression): void {
    const callee = node.expression;
    const [...given] = node.arguments ?? [];
    if (ts.isPropertyAccessExpression(callee) && callee.name.text === "push")
      for (const one of given) this.#add(callee.expression.getText(), one);
    else if (makers.test(callee.getText()) && !labsOwn.has(callee.getText()))
      for (const one of given) if (!ts.isObjectLiteralExpression(one)) this.#note("reason", one);
  }

  #add(name: string, meaning: ts.Node): void {
    this.#meanings.set(name, [...(this.#meanings.get(name) ?? []), meaning]);
  }

  #visit(node: ts.Node, names: ReadonlySet<string>): void {
    if (ts.isCallExpression(node) && /\blog\.\w+$|\blogger\.\w+$/.test(node.expression.getText())) return;
    if (ts.isPropertyAssignment(node) && names.has(node.name.getText()))
      this.#note(node.name.getText(), node.initializer);
    if (ts.isShorthandPropertyAssignment(node) && names.has(node.name.text))
      this.#note(node.name.text, node.name);
    ts.forEachChild(node, (child) => this.#visit(child, names));
  }

  #note(name: string, value: ts.Node): void {
    const found: ts.Node[] = [];
    this.#follow(value, found, new Set());
    const { line } = this.#source.getLineAndCharacterOfPosition(value.getStart());
    this.#found.push({
      name,
      place: `${this.#source.fileName}:${line + 1}`,
      texts: found.flatMap(textOf),
      isList: found.some((one) => ts.isCallExpression(one) && one.arguments[0]?.getText() === '", "'),
      isMessageText: found.some((one) => ts.isPropertyAccessExpression(one) && one.name.text === "text"),
    });
  }

  #follow(node: ts.Node, found: ts.Node[], seen: Set<ts.Node>): void {
    if (seen.has(node)) return;
    seen.add(node);
    found.push(node);
    if (ts.isIdentifier(node))
      for (const meaning of this.#meanings.get(node.text) ?? []) this.#follow(meaning, found, seen);
    else for (const part of partsOf(node)) this.#follow(part, found, seen);
  }
}

/** The parts of an expression that may become its value, or a piece of it. */
function partsOf(node: ts.Node): readonly ts.Node[] {
  if (ts.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse];
  if (ts.isBinaryExpression(node)) return [node.left, node.right];
  if (ts.isParenthesizedExpression(node) || ts.isReturnStatement(node))
    return node.expression === undefined ? [] : [node.expression];
  if (ts.isArrayLiteralExpression(node)) return node.elements;
  if (ts.isElementAccessExpression(node)) return [node.expression];
  if (ts.isObjectLiteralExpression(node))
    return node.properties.flatMap((one) => (ts.isPropertyAssignment(one) ? [one.initializer] : []));
  if (ts.isArrowFunction(node)) return [node.body];
  if (ts.isBlock(node)) return node.statements.filter(ts.isReturnStatement);
  if (!ts.isCallExpression(node)) return [];
  const { expression } = node;
  if (!ts.isPropertyAccessExpression(expression)) return [expression];
  return expression.name.text === "map" ? [...node.arguments] : [expression.expression];
}

function textOf(node: ts.Node): readonly string[] {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (!ts.isTemplateExpression(node)) return [];
  return [node.head.text + node.templateSpans.map((span) => `1${span.literal.text}`).join("")];
}
