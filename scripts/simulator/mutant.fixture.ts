import { readFile } from "node:fs/promises";
import path from "node:path";
import { build, type Plugin } from "esbuild";

/** The simulator with the decision in it. */
export type SimulatorModule = typeof import("@primacy/core/vip/simulator");

/** A piece of the decision's source, and what stands in its place in a mutant. */
export interface Patch {
  readonly file: string;
  readonly find: string;
  readonly replace: string;
}

const root = path.resolve(import.meta.dirname, "../..");
const vip = path.join(root, "packages/core/src/vip");

/** Loads the simulator with the decision changed as the patches say; throws where one does not fit exactly once. */
export async function loadMutant(patches: readonly Patch[]): Promise<SimulatorModule> {
  const { outputFiles } = await build({
    entryPoints: [path.join(vip, "simulator/index.ts")],
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    write: false,
    logLevel: "error",
    plugins: [applyPatches(patches)],
  });
  const code = Buffer.from(outputFiles[0]?.contents ?? []).toString("base64");
  const mutant: SimulatorModule = await import(/* @vite-ignore */ `data:text/javascript;base64,${code}`);
  return mutant;
}

function applyPatches(patches: readonly Patch[]): Plugin {
  return {
    name: "mutant",
    setup: (builder) => {
      const left = new Set(patches);
      builder.onLoad({ filter: /\/core\/src\/vip\/.*\.ts$/ }, async ({ path: file }) => {
        let contents = await readFile(file, "utf8");
        for (const patch of patches) {
          if (path.join(vip, patch.file) !== file) continue;
          const [before, after, ...more] = contents.split(patch.find);
          if (before === undefined || after === undefined || more.length > 0)
            throw new Error(`"${patch.find}" does not stand exactly once in ${patch.file}`);
          contents = `${before}${patch.replace}${after}`;
          left.delete(patch);
        }
        return { contents, loader: "ts" };
      });
      builder.onEnd(() => {
        if (left.size > 0) throw new Error(`no file ${[...left].map(({ file }) => file).join(", ")}`);
      });
    },
  };
}
