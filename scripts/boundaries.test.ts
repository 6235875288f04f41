import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { copySources } from "./planted/plant.fixture";

/** A copy: other tests read the sources meanwhile. */
let root: string;

beforeAll(() => {
  root = mkdtempSync(path.join(tmpdir(), "boundaries-"));
  copySources(root, [
    "apps",
    "packages",
    "e2e",
    ".dependency-cruiser.cjs",
    "tsconfig",
    "tsconfig.json",
    "vitest.config.ts",
  ]);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Runs the import rules over some places and returns what they say. */
function cruise(places: readonly string[]): string {
  const args = ["--config", ".dependency-cruiser.cjs", "--output-type", "err", ...places];
  try {
    return execFileSync(path.join(root, "node_modules/.bin/depcruise"), args, {
      cwd: root,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    });
  } catch (error) {
    return error instanceof Error && "stdout" in error ? String(error.stdout) : String(error);
  }
}

/** What the rules say of a file in each of these folders, which are made for it and removed again. */
function plant(
  folders: readonly string[],
  name: string,
  source: string | ((folder: string) => string),
): string {
  try {
    for (const folder of folders) {
      mkdirSync(path.join(root, folder), { recursive: true });
      writeFileSync(path.join(root, folder, name), typeof source === "string" ? source : source(folder));
    }
    return cruise(folders);
  } finally {
    for (const folder of folders) rmSync(path.join(root, folder), { recursive: true, force: true });
  }
}

it("finds a planted import that the design forbids, and sees every module", () => {
  const folder = "packages/core/src/planted-by-boundaries-test";
  const source = 'import "@primacy/db/embedded";\nimport "node:fs";\nexport const planted = 1;\n';
  const found = plant([folder], "planted.ts", source);
  expect(found).toContain(`core-imports-contract: ${folder}/planted.ts`);
  expect(found).toContain(`core-is-pure: ${folder}/planted.ts`);
  const modules = Number(/(\d+) modules/.exec(cruise(["packages/core"]))?.[1]);
  const sources = readdirSync(path.join(root, "packages/core/src"), { recursive: true }).filter((name) =>
    String(name).endsWith(".ts"),
  );
  expect(modules).toBeGreaterThanOrEqual(sources.length);
});

it("finds the launcher taking part in what it starts", () => {
  const folder = "apps/console/src/planted-by-boundaries-test";
  const found = plant([folder], "planted.ts", 'import "@primacy/core";\nexport const planted = 1;\n');
  expect(found).toContain(`console-imports-db: ${folder}/planted.ts`);
});

it("finds the lab in what the product takes out of it, and an app's own package in the lab", () => {
  const folders = ["probe", "host-acts", "lab"].map(
    (name) => `packages/${name}/src/planted-by-boundaries-test`,
  );
  const source = 'import "@primacy/lab";\nimport "@primacy/db/embedded";\nexport const planted = 1;\n';
  const found = plant(folders, "planted.ts", source);
  for (const name of ["probe", "host-acts"])
    expect(found).toContain(
      `${name}-imports-core-and-contract: packages/${name}/src/planted-by-boundaries-test/planted.ts → packages/lab/`,
    );
  expect(found).toContain(
    "lab-imports: packages/lab/src/planted-by-boundaries-test/planted.ts → packages/db/",
  );
});

it("finds a story that goes past the API", () => {
  const folder = "e2e/stories/planted-by-boundaries-test";
  const found = plant(
    [folder],
    "planted.spec.ts",
    'import "@primacy/db/embedded";\nexport const planted = 1;\n',
  );
  expect(found).toContain(`e2e-imports-lab-and-contract: ${folder}/planted.spec.ts`);
});

it("finds server code that is planted into what goes to the browser, and leaves a page alone", () => {
  const within = (place: string): string => `apps/web/src/${place}/planted-by-boundaries-test`;
  const page = within("app");
  const client = ["features", "client", "frame"].map(within);
  const imports = ["@primacy/db", "@primacy/remote", "../../server/log", "node:fs"];
  const source = [...imports.map((one) => `import "${one}";`), "export const planted = 1;\n"].join("\n");
  const found = plant([page, ...client], "planted.tsx", source);
  for (const folder of client) {
    for (const target of ["packages/db/", "packages/remote/", "apps/web/src/server/log.ts"])
      expect(found).toContain(`no-server-code-in-web-client: ${folder}/planted.tsx → ${target}`);
    expect(found).toContain(`no-node-in-web-client: ${folder}/planted.tsx → fs`);
  }
  expect(found).not.toContain(`${page}/`);
});

it("finds a feature of the worker that imports another, and a shared folder that imports upwards", () => {
  const within = (place: string): string => `apps/worker/src/${place}planted-by-boundaries-test`;
  const [feature, shared] = [within(""), within("observe/")];
  const source = [
    'import "@worker/vip/apply-operation";',
    'import "@worker/features";',
    'import "@worker/vip-steps/verify-vip";',
    'import "@worker/mysql/connect-server";',
    // What is compiled away makes no circle.
    'import type { fixOperations } from "@worker/fix";',
    "export type Planted = typeof fixOperations;",
    "",
  ].join("\n");
  const found = plant([feature, shared], "planted.ts", (folder) =>
    source.replaceAll("@worker", path.relative(folder, "apps/worker/src")),
  );
  const edge = (from: string, to: string): string => `${from}/planted.ts → apps/worker/src/${to}.ts`;
  for (const target of ["vip/apply-operation", "features"]) {
    expect(found).toContain(`worker-features-apart: ${edge(feature, target)}`);
    expect(found).toContain(`worker-below-observe: ${edge(shared, target)}`);
  }
  expect(found).toContain(`worker-below-observe: ${edge(shared, "vip-steps/verify-vip")}`);
  expect(found).not.toContain(edge(feature, "vip-steps/verify-vip"));
  for (const folder of [feature, shared]) {
    expect(found).not.toContain(edge(folder, "mysql/connect-server"));
    expect(found).not.toContain(edge(folder, "fix/index"));
  }
});

it("finds a feature of the worker that goes past a port", () => {
  const folder = "apps/worker/src/planted-by-boundaries-test";
  const targets = ["vip-provider/agent/agent-provider", "replication/group-replication/read-group"];
  const ports = ["vip-provider/find-provider", "replication/replication-adapter"];
  const source = [...targets, ...ports].map((one) => `import "../${one}";`);
  const found = plant([folder], "planted.ts", [...source, "export const planted = 1;\n"].join("\n"));
  const edge = (to: string | undefined): string => `${folder}/planted.ts → apps/worker/src/${to}.ts`;
  expect(found).toContain(`worker-asks-the-provider: ${edge(targets[0])}`);
  expect(found).toContain(`worker-asks-the-replication: ${edge(targets[1])}`);
  for (const port of ports) expect(found).not.toContain(edge(port));
});
