import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";

/** A program of one file, and the hash that names the code in it. */
export interface Bundle {
  readonly program: string;
  readonly digest: string;
}

/** Makes one file of the long run's process and all that it runs, so that Node runs it as it is. */
export async function bundleWorker(folder: string): Promise<Bundle> {
  const { outputFiles } = await build({
    entryPoints: [path.join(import.meta.dirname, "worker.ts")],
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    write: false,
    logLevel: "error",
  });
  const code = outputFiles[0]?.contents ?? new Uint8Array();
  const digest = createHash("sha256").update(code).digest("hex").slice(0, 16);
  mkdirSync(folder, { recursive: true });
  const program = path.join(folder, `worker-${digest}.mjs`);
  writeFileSync(program, code);
  return { program, digest };
}
