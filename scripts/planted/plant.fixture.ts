import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { root } from "../lib/run.mjs";

/** Lines that go into a file of all features, each after the line that it follows. */
type Lines = readonly (readonly [after: string, line: string])[];

/**
 * What a new feature with one operation touches beside its own files. More than four of them is what this holds off:
 * docs/adding-a-feature.md.
 */
export const sharedFiles: Readonly<Record<string, Lines>> = {
  "packages/contract/src/features.ts": [
    [
      'import { restartMessages } from "./restart/messages";',
      'import { rollCallEndpoints } from "./roll-call/endpoints";',
    ],
    [
      'import { rollCallEndpoints } from "./roll-call/endpoints";',
      'import { rollCallKinds } from "./roll-call/kinds";',
    ],
    [
      'import { rollCallKinds } from "./roll-call/kinds";',
      'import { rollCallMessages } from "./roll-call/messages";',
    ],
    ["  ...restartKinds,", "  ...rollCallKinds,"],
    ["    ...restartMessages.en,", "    ...rollCallMessages.en,"],
    ["    ...restartMessages.zh,", "    ...rollCallMessages.zh,"],
    ["    ...restartEndpoints(start),", "    ...rollCallEndpoints(start),"],
  ],
  "apps/worker/src/features.ts": [
    ['import { restartOperations } from "./restart";', 'import { rollCallOperations } from "./roll-call";'],
    ["  ...restartOperations,", "  ...rollCallOperations,"],
  ],
  "apps/web/src/server/api/routes.ts": [
    [
      'import { retentionRoutes } from "../../features/retention/server/retention-routes";',
      'import { rollCallRoutes } from "../../features/roll-call/server/roll-call-routes";',
    ],
    ["  ...restartRoutes,", "  ...rollCallRoutes,"],
  ],
  "apps/web/src/features/screens.ts": [
    [
      'import { restartMessages } from "./restart/messages";',
      'import { rollCallMessages } from "./roll-call/messages";',
    ],
    [
      '  { kind: "recovery", calls: "recoverCluster", path: "/recovery" },',
      '  { kind: "roll-call", calls: "callRoll", path: "/roll-call" },',
    ],
    ["  en: { restart: restartMessages.en", ", rollCall: rollCallMessages.en"],
    ["  zh: { restart: restartMessages.zh", ", rollCall: rollCallMessages.zh"],
  ],
};

const places = [
  "apps",
  "packages",
  "tsconfig",
  "scripts/test",
  "scripts/lib",
  "vitest.config.ts",
  "package.json",
];
const left = new Set(["node_modules", ".next", "dist", "test-results"]);

/** Makes a copy of the sources at `folder`, with the planted feature in it. The packages are those of the original. */
export function plantFeature(folder: string): void {
  for (const place of [...places, "tsconfig.json"])
    cpSync(path.join(root, place), path.join(folder, place), {
      recursive: true,
      filter: (from) => !left.has(path.basename(from)),
    });
  linkPackages(folder);
  const own = path.join(import.meta.dirname, "files");
  for (const entry of readdirSync(own, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const from = path.join(entry.parentPath, entry.name);
    const to = path.join(folder, path.relative(own, from).replace(/\.planted$/, ""));
    mkdirSync(path.dirname(to), { recursive: true });
    cpSync(from, to);
  }
  for (const [file, lines] of Object.entries(sharedFiles)) insert(path.join(folder, file), lines);
}

/** The project's own packages are those of the copy; all others are where they are. */
function linkPackages(folder: string): void {
  const [from, to] = [path.join(root, "node_modules"), path.join(folder, "node_modules")];
  mkdirSync(path.join(to, "@primacy"), { recursive: true });
  for (const name of readdirSync(from))
    if (name !== "@primacy") symlinkSync(path.join(from, name), path.join(to, name));
  for (const kind of ["apps", "packages"])
    for (const name of readdirSync(path.join(folder, kind)))
      symlinkSync(path.join(folder, kind, name), path.join(to, "@primacy", name));
}

function insert(file: string, lines: Lines): void {
  let text = readFileSync(file, "utf8");
  for (const [after, line] of lines) {
    if (text.split(after).length !== 2) throw new Error(`${file} has not one place after '${after}'`);
    text = text.replace(after, () => (line.startsWith(",") ? `${after}${line}` : `${after}\n${line}`));
  }
  writeFileSync(file, text);
}
