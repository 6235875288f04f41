import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** Makes dist/worker.mjs: the worker and the workspace packages in one file; npm packages stay outside. */
const folder = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

await build({
  entryPoints: [path.join(folder, "src/main.ts")],
  outfile: path.join(folder, "dist/worker.mjs"),
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
