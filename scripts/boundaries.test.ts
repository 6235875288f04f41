import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { copySources } from "./planted/plant.fixture";

/** A copy: other tests read the sources meanwhile. */
let root: string;
/** What the rules say of all that is planted below, in one run: each takes a second of a processor, and most of it is the start. */
let found: string;

const planted = "planted-by-boundaries-test";
const webClient = ["features", "client", "frame"].map((place) => `apps/web/src/${place}/${planted}`);
const webPage = `apps/web/src/app/${planted}`;
const workerFeature = `apps/worker/src/${planted}`;
const workerShared = `apps/worker/src/observe/${planted}`;
const ported = ["vip-provider/agent/agent-provider", "replication/group-replication/read-group"];
const ports = ["vip-provider/find-provider", "replication/replication-adapter"];

/** What is planted where; a path that begins with `@worker` is made relative to the folder. */
const plants: readonly { readonly folders: readonly string[]; readonly imports: readonly string[] }[] = [
  { folders: [`packages/core/src/${planted}`], imports: ["@primacy/db/embedded", "node:fs"] },
  { folders: [`apps/console/src/${planted}`], imports: ["@primacy/core"] },
  {
    folders: ["probe", "host-acts", "lab"].map((name) => `packages/${name}/src/${planted}`),
    imports: ["@primacy/lab", "@primacy/db/embedded"],
  },
  { folders: [`e2e/stories/${planted}`], imports: ["@primacy/db/embedded"] },
  {
    folders: [`scripts/${planted}`, `scripts/admin/${planted}`],
    imports: [
      "@primacy/console/settings",
      "@worker/certificate/metrics-certificate",
      "@worker/vip/apply-operation",
    ],
  },
  {
    folders: [webPage, ...webClient],
    imports: ["@primacy/db", "@primacy/remote", "../../server/log", "node:fs"],
  },
  {
    folders: [workerFeature, workerShared],
    imports: [
      "@worker/vip/apply-operation",
      "@worker/features",
      "@worker/vip-steps/verify-vip",
      "@worker/mysql/connect-server",
    ],
  },
  {
    folders: [`${workerFeature}-past-ports`],
    imports: [...ported, ...ports].map((one) => `../${one}`),
  },
];

/** Code that imports all of these, and a type, which is compiled away and makes no circle. */
function write(folder: string, imports: readonly string[]): string {
  const worker = path.relative(folder, "apps/worker/src");
  const lines = imports.map((one) => `import "${one.replace("@worker", worker)}";`);
  const type = `import type { fixOperations } from "${worker}/fix";`;
  const isInWorker = folder.startsWith("apps/worker/");
  return [...lines, ...(isInWorker ? [type, "export type Planted = typeof fixOperations;"] : []), ""].join(
    "\n",
  );
}

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
  for (const { folders, imports } of plants)
    for (const folder of folders) {
      mkdirSync(path.join(root, folder), { recursive: true });
      writeFileSync(
        path.join(root, folder, folder.includes("/web/") ? "planted.tsx" : "planted.ts"),
        `${write(folder, imports)}export const planted = 1;\n`,
      );
    }
  found = cruise(["packages/core", ...plants.flatMap(({ folders }) => folders)]);
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

it("finds a planted import that the design forbids, and sees every module", () => {
  const file = `packages/core/src/${planted}/planted.ts`;
  expect(found).toContain(`core-imports-contract: ${file}`);
  expect(found).toContain(`core-is-pure: ${file}`);
  const modules = Number(/(\d+) modules/.exec(found)?.[1]);
  const sources = readdirSync(path.join(root, "packages/core/src"), { recursive: true }).filter((name) =>
    String(name).endsWith(".ts"),
  );
  expect(modules).toBeGreaterThanOrEqual(sources.length);
});

it("finds the launcher taking part in what it starts", () => {
  expect(found).toContain(`console-imports-db: apps/console/src/${planted}/planted.ts`);
});

it("finds the lab in what the product takes out of it, and an app's own package in the lab", () => {
  for (const name of ["probe", "host-acts"])
    expect(found).toContain(
      `${name}-imports-core-and-contract: packages/${name}/src/${planted}/planted.ts → packages/lab/`,
    );
  expect(found).toContain(`lab-imports: packages/lab/src/${planted}/planted.ts → packages/db/`);
});

it("finds a story that goes past the API", () => {
  expect(found).toContain(`e2e-imports-lab-and-contract: e2e/stories/${planted}/planted.ts`);
});

it("finds a script that takes an app apart; the administrator's commands may issue certificates", () => {
  const [operation, certificate] = ["vip/apply-operation", "certificate/metrics-certificate"].map(
    (name) => `planted.ts → apps/worker/src/${name}.ts`,
  );
  const [script, admin] = [`scripts/${planted}`, `scripts/admin/${planted}`];
  for (const target of [operation, certificate])
    expect(found).toContain(`scripts-import-the-launcher-alone: ${script}/${target}`);
  expect(found).toContain(`admin-imports-certificates-alone: ${admin}/${operation}`);
  expect(found).not.toContain(`${admin}/${certificate}`);
  expect(found).not.toContain("planted.ts → apps/console/");
});

it("finds server code that is planted into what goes to the browser, and leaves a page alone", () => {
  for (const folder of webClient) {
    for (const target of ["packages/db/", "packages/remote/", "apps/web/src/server/log.ts"])
      expect(found).toContain(`no-server-code-in-web-client: ${folder}/planted.tsx → ${target}`);
    expect(found).toContain(`no-node-in-web-client: ${folder}/planted.tsx → fs`);
  }
  expect(found).not.toContain(`${webPage}/`);
});

it("finds a feature of the worker that imports another, and a shared folder that imports upwards", () => {
  const edge = (from: string, to: string): string => `${from}/planted.ts → apps/worker/src/${to}.ts`;
  for (const target of ["vip/apply-operation", "features"]) {
    expect(found).toContain(`worker-features-apart: ${edge(workerFeature, target)}`);
    expect(found).toContain(`worker-below-observe: ${edge(workerShared, target)}`);
  }
  expect(found).toContain(`worker-below-observe: ${edge(workerShared, "vip-steps/verify-vip")}`);
  expect(found).not.toContain(edge(workerFeature, "vip-steps/verify-vip"));
  for (const folder of [workerFeature, workerShared]) {
    expect(found).not.toContain(edge(folder, "mysql/connect-server"));
    expect(found).not.toContain(edge(folder, "fix/index"));
  }
});

it("finds a feature of the worker that goes past a port", () => {
  const folder = `${workerFeature}-past-ports`;
  const edge = (to: string | undefined): string => `${folder}/planted.ts → apps/worker/src/${to}.ts`;
  expect(found).toContain(`worker-asks-the-provider: ${edge(ported[0])}`);
  expect(found).toContain(`worker-asks-the-replication: ${edge(ported[1])}`);
  for (const port of ports) expect(found).not.toContain(edge(port));
});
