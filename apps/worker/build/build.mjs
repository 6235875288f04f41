import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/**
 * Makes dist/worker.mjs: the worker and the workspace packages in one file; npm packages stay outside. With an entry and an
 * output, seen from apps/worker, it makes those instead, for tests that start a process of their own many times.
 */
const folder = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const [entry = "src/main.ts", output = "dist/worker.mjs"] = process.argv.slice(2);

await build({
  entryPoints: [path.join(folder, entry)],
  outfile: path.join(folder, output),
  bundle: true,
  platform: "node",
  target: "node20",
  format: "esm",
  sourcemap: true,
  logLevel: "warning",
  plugins: [
    {
      name: "npm-packages-stay-outside",
      setup(builder) {
        builder.onResolve({ filter: /^[^./]/ }, ({ path: name, kind }) =>
          kind === "entry-point" || name.startsWith("@primacy/") ? undefined : { path: name, external: true },
        );
      },
    },
  ],
});
