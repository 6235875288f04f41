import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const root = path.resolve(import.meta.dirname, "..");

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
function plant(folders: readonly string[], name: string, source: string): string {
  try {
    for (const folder of folders) {
      mkdirSync(path.join(root, folder), { recursive: true });
      writeFileSync(path.join(root, folder, name), source);
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
  const found = [feature, shared]
    .map((folder) => {
      const up = path.relative(path.join(root, folder), path.join(root, "apps/worker/src"));
      return plant([folder], "planted.ts", source.replaceAll("@worker", up));
    })
    .join("\n");
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
