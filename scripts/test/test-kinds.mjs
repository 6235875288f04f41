/** Kinds of tests that the name of a file says; one without is a unit test, or one of the simulator. */
export const kinds = ["db", "netns", "browser", "host", "labs", "lab"];

/** The simulator's tests are whole folders, and some files of statistics beside them. */
export const simFolders = ["packages/core/src/vip/simulator", "scripts/simulator"];
/** What many made-up runs and histories say of statistics. */
export const simFiles = [
  "packages/core/src/benchmark/compare-arms-coverage.test.ts",
  "packages/core/src/benchmark/paced-difference.test.ts",
  "packages/core/src/drill/findings/drill-properties.test.ts",
];

/** The kind of a test file: one of `kinds`, `sim` or `unit`; null where no runner takes it. `test` is its path, as git names it. */
export function kindOf(test) {
  if (!/^(apps|packages|scripts)\/.*\.test\.tsx?$/.test(test)) return null;
  if (simFiles.includes(test) || simFolders.some((folder) => test.startsWith(`${folder}/`))) return "sim";
  return kinds.find((kind) => new RegExp(`\\.${kind}\\.test\\.tsx?$`).test(test)) ?? "unit";
}

/** Files that decide how tests run, though no test imports them. */
const settings = [
  /(^|\/)package(-lock)?\.json$/,
  /^vitest\.config\.ts$/,
  /^tsconfig\//,
  /^scripts\/test\/(fixed-seed|shared-first|test-kinds)\./,
];
const ofKind = {
  unit: [],
  // The guards bundle the decision themselves.
  sim: [/^packages\/core\/src\/vip\//],
  // What the database is made by, and what is around all of its tests.
  db: [/^packages\/db\/prisma/, /^packages\/db\/src\/testing\/global-setup/],
};

/** True where a change of `file` can affect every test of `kind`: `unit`, `sim` or `db`. */
export function concernsAll(kind, file) {
  return [...settings, ...ofKind[kind]].some((pattern) => pattern.test(file));
}
