/** Who may import whom, as docs/architecture.md says. A test plants violations and expects this to find them. */
const test = "\\.(test|spec)\\.tsx?$|/testing/|/simulator/|(^|/)vitest\\.";
const webClient = { path: "^apps/web/src/(client|frame|features)/", pathNot: `${test}|/server/` };
const only = (name, from, allowed) => ({
  name,
  severity: "error",
  comment: `${from} may import only ${allowed.length === 0 ? "nothing of ours" : allowed.join(", ")}`,
  // All of e2e is tests.
  from: { path: `^${from}/`, ...(from === "e2e" ? {} : { pathNot: test }) },
  to: { path: "^(apps|packages|e2e)/", pathNot: [`^${from}/`, ...allowed.map((one) => `^${one}/`)] },
});

/**
 * The folders of the worker that features share, the lowest first: each imports by value only from itself and from those
 * before it. Every other folder is a feature, and imports from itself and from these. So no folders make a circle.
 */
const workerShared = [
  "lifecycle",
  "agent-client",
  "certificate",
  "mysql",
  "operation",
  "host-operator",
  "ssh",
  "cluster-record",
  "observe",
  "replication",
  "agent-document",
  "vip-provider",
  "vip-steps",
  "switchover-steps",
  "restart-steps",
  "topology",
  "endpoint",
  "incident",
  "prober",
];
const inWorker = (folders) => `^apps/worker/src/(${folders.join("|")})/`;
/** The files that put all features together are above all folders. */
const workerRoot = "^apps/worker/src/(features|main|start-worker)\\.ts$";
const byValue = { dependencyTypesNot: ["type-only"] };

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    only("contract-imports-nothing", "packages/contract", []),
    only("core-imports-contract", "packages/core", ["packages/contract"]),
    only("db-imports-core-and-contract", "packages/db", ["packages/core", "packages/contract"]),
    only("remote-imports-contract", "packages/remote", ["packages/contract"]),
    only("host-acts-imports-core-and-contract", "packages/host-acts", ["packages/core", "packages/contract"]),
    only("probe-imports-core-and-contract", "packages/probe", ["packages/core", "packages/contract"]),
    only("ui-imports-nothing", "packages/ui", []),
    only("lab-imports", "packages/lab", [
      "packages/contract",
      "packages/core",
      "packages/host-acts",
      "packages/probe",
      "packages/remote",
    ]),
    only("agent-imports", "apps/agent", [
      "packages/core",
      "packages/contract",
      "packages/host-acts",
      "packages/probe",
    ]),
    only("worker-imports", "apps/worker", [
      "packages/core",
      "packages/contract",
      "packages/db",
      "packages/remote",
    ]),
    only("web-imports", "apps/web", [
      "packages/core",
      "packages/contract",
      "packages/db",
      "packages/remote",
      "packages/ui",
    ]),
    only("console-imports-db", "apps/console", ["packages/db"]),
    only("e2e-imports-lab-and-contract", "e2e", ["packages/lab", "packages/contract"]),
    {
      name: "nothing-imports-an-app",
      severity: "error",
      from: { path: "^(packages|e2e)/" },
      to: { path: "^apps/" },
    },
    {
      name: "scripts-import-the-launcher-alone",
      severity: "error",
      from: { path: "^scripts/", pathNot: [test, "^scripts/admin/"] },
      to: { path: "^apps/", pathNot: "^apps/console/" },
    },
    {
      name: "admin-imports-certificates-alone",
      severity: "error",
      from: { path: "^scripts/admin/", pathNot: test },
      to: { path: "^apps/", pathNot: ["^apps/console/", "^apps/worker/src/certificate/"] },
    },
    {
      name: "ssh2-only-in-remote",
      severity: "error",
      from: { pathNot: "^packages/remote/" },
      to: { path: "node_modules/ssh2/" },
    },
    {
      name: "prisma-only-in-db",
      severity: "error",
      from: { pathNot: "^packages/db/" },
      to: { path: "node_modules/(@prisma|prisma)/|packages/db/src/generated" },
    },
    {
      name: "core-is-pure",
      severity: "error",
      from: { path: "^packages/(core|contract)/src", pathNot: test },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "no-server-code-in-client",
      severity: "error",
      from: { path: "^packages/ui/src", pathNot: `${test}|/gallery/` },
      to: { dependencyTypes: ["core"] },
    },
    {
      // Page and layout files load on the server what the screens show; the screens themselves go to the browser.
      name: "no-server-code-in-web-client",
      severity: "error",
      from: webClient,
      to: { path: "^packages/(db|remote)/|^apps/web/src/(server|features/[^/]+/server)/" },
    },
    {
      name: "no-node-in-web-client",
      severity: "error",
      from: webClient,
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "worker-features-apart",
      severity: "error",
      comment: "a feature of the worker may import only itself and the folders that features share",
      from: { path: "^apps/worker/src/([^/]+)/", pathNot: [test, inWorker(workerShared)] },
      to: {
        path: ["^apps/worker/src/[^/]+/", workerRoot],
        pathNot: ["^apps/worker/src/$1/", inWorker(workerShared)],
        ...byValue,
      },
    },
    ...workerShared.map((name, index) => ({
      name: `worker-below-${name}`,
      severity: "error",
      comment: `${name} may import only what stands before it in workerShared`,
      from: { path: inWorker([name]), pathNot: test },
      to: {
        path: ["^apps/worker/src/[^/]+/", workerRoot],
        pathNot: inWorker(workerShared.slice(0, index + 1)),
        ...byValue,
      },
    })),
    {
      name: "worker-asks-the-provider",
      severity: "error",
      comment: "a provider of VIPs is asked through its port",
      from: { path: "^apps/worker/src/", pathNot: [test, "^apps/worker/src/vip-provider/"] },
      to: { path: "^apps/worker/src/vip-provider/[^/]+/" },
    },
    {
      // Starting, stopping and bringing back members are operations of Group Replication alone.
      name: "worker-asks-the-replication",
      severity: "error",
      comment: "a technology that replicates is asked through its port",
      from: {
        path: "^apps/worker/src/",
        pathNot: [test, "^apps/worker/src/(replication|member|recovery|restart|restart-steps)/"],
      },
      to: { path: "^apps/worker/src/replication/[^/]+/" },
    },
    {
      name: "no-cycles",
      severity: "error",
      from: { pathNot: "generated" },
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
  ],
  options: {
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    doNotFollow: { path: "node_modules" },
    exclude: { path: "(^|/)(dist|\\.next|generated|gallery/dist|test-results)/" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "default"],
      extensions: [".ts", ".tsx", ".mjs", ".js"],
    },
  },
};
