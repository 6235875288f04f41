import ts from "typescript";

/** Fields of an object, and properties of an element, whose value a reader sees or hears. */
const spokenFields = ["label", "caption", "heading", "header"];
const spokenProperties = [
  ...spokenFields,
  ...["aria-label", "aria-description", "aria-roledescription", "aria-valuetext"],
  ...["title", "placeholder", "alt", "description", "hint"],
];

/** Names, keys, codes and paths that are the same for every reader. */
const sameForAll = new Set(["Primacy", "VIP", "Ctrl K", "ID", "EN", "中文", "vip.apply", "/api/v1"]);

/** The components of the product: what only tests and the gallery show is English. */
export function isComponent(file) {
  return /^(apps\/web|packages\/ui)\/src\/.*\.tsx$/.test(file) && !/\.(test|fixture)\.tsx$/.test(file);
}

/** Every text of a component that no catalogue translates, with its line; names that are the same for all left out. */
export function listLiteralTexts(file, source) {
  const parsed = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found = [];
  const judge = (node, text) => {
    const said = text.replaceAll(/\s+/g, " ").trim();
    if (!/\p{L}/u.test(said) || sameForAll.has(said)) return;
    found.push({ line: parsed.getLineAndCharacterOfPosition(node.getStart(parsed)).line + 1, text: said });
  };
  const visit = (node) => {
    if (ts.isJsxText(node)) judge(node, node.text);
    else if (ts.isJsxExpression(node) && !ts.isJsxAttribute(node.parent))
      for (const one of valuesOf(node.expression)) judge(one, textOf(one));
    else if (ts.isJsxAttribute(node) && spokenProperties.includes(node.name.getText(parsed)))
      for (const one of valuesOf(node.initializer)) judge(one, textOf(one));
    else if (ts.isPropertyAssignment(node) && spokenFields.includes(node.name.text))
      for (const one of valuesOf(node.initializer)) judge(one, textOf(one));
    ts.forEachChild(node, visit);
  };
  visit(parsed);
  return found;
}

/** The literals that an expression may come to: those of both branches of a choice too. */
function valuesOf(node) {
  if (node === undefined) return [];
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isTemplateExpression(node))
    return [node];
  if (ts.isJsxExpression(node) || ts.isParenthesizedExpression(node)) return valuesOf(node.expression);
  if (ts.isConditionalExpression(node)) return [...valuesOf(node.whenTrue), ...valuesOf(node.whenFalse)];
  const isChoice = ts.isBinaryExpression(node) && /^(\?\?|\|\||&&)$/.test(node.operatorToken.getText());
  return isChoice ? [...valuesOf(node.left), ...valuesOf(node.right)] : [];
}

function textOf(node) {
  if (!ts.isTemplateExpression(node)) return node.text;
  return [node.head.text, ...node.templateSpans.map((span) => span.literal.text)].join(" ");
}
