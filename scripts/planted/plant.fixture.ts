import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { root } from "../lib/run.mjs";

/** Lines that go into a file of all features, each after the line that it follows. */
type Lines = readonly (readonly [after: string, line: string])[];

/**
 * The files of all features that a new one adds its lines to, beside its own files. There are four at most, as
 * docs/adding-a-feature.md says.
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
    [
      '  { id: "incidents", title: "incident.title", calls: "listIncidents" },',
      '  { id: "roll-call", title: "rollCall.title", calls: "getTopology" },',
    ],
    ["    restart: restartMessages.en,", "    rollCall: rollCallMessages.en,"],
    ["    restart: restartMessages.zh,", "    rollCall: rollCallMessages.zh,"],
  ],
};

const own = path.join(import.meta.dirname, "files");

/** The feature's own files, as they are called where they are planted. */
export const ownFiles: readonly string[] = readdirSync(own, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => path.relative(own, path.join(entry.parentPath, entry.name)).replace(/\.planted$/, ""));

const places = [
  ...["apps", "packages", "tsconfig", "scripts/test", "scripts/lib", "scripts/lint-structure.mjs"],
  ...["vitest.config.ts", "package.json", "tsconfig.json", "biome.json", ".gitignore"],
];
const left = new Set(["node_modules", ".next", "dist", "test-results"]);

/** Makes a copy of those places of the sources at `folder`. The packages are those of the original. */
export function copySources(folder: string, copied: readonly string[]): void {
  for (const place of copied)
    cpSync(path.join(root, place), path.join(folder, place), {
      recursive: true,
      filter: (from) => !left.has(path.basename(from)),
    });
  linkPackages(folder);
}

/**
 * Makes a copy of the sources at `folder`, with the planted feature in it. It is a repository without commits, because the
 * linters ask git for its files.
 */
export function plantFeature(folder: string): void {
  copySources(folder, places);
  for (const file of ownFiles) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    cpSync(path.join(own, `${file}.planted`), path.join(folder, file));
  }
  for (const [file, lines] of Object.entries(sharedFiles)) insert(path.join(folder, file), lines);
  execFileSync("git", ["init", "--quiet"], { cwd: folder });
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
