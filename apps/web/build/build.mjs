import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";

const app = path.resolve(import.meta.dirname, "..");
const standalone = path.join(app, ".next/standalone");
const place = path.join(standalone, "apps/web");

/** Next leaves out what a browser loads, and takes in an image optimizer that the console never calls. */
function completeStandalone() {
  cpSync(path.join(app, ".next/static"), path.join(place, ".next/static"), { recursive: true });
  if (existsSync(path.join(app, "public")))
    cpSync(path.join(app, "public"), path.join(place, "public"), { recursive: true });
  for (const name of ["@img", "sharp"])
    rmSync(path.join(standalone, "node_modules", name), { recursive: true, force: true });
}

/** Puts our own server in the place of the generated one: same command, plus TLS, client addresses and a quick stop. */
async function bundleServer() {
  await build({
    entryPoints: [path.join(app, "src/server/main.ts")],
    outfile: path.join(place, "server.js"),
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    external: ["next", "pino"],
    legalComments: "none",
    logLevel: "warning",
  });
}

rmSync(standalone, { recursive: true, force: true });
const next = path.resolve(app, "../../node_modules/next/dist/bin/next");
const env = { ...process.env, NEXT_TELEMETRY_DISABLED: "1", NODE_ENV: "production" };
const { status } = spawnSync(process.execPath, [next, "build"], { cwd: app, env, stdio: "inherit" });
if (status !== 0) process.exit(status ?? 1);
completeStandalone();
await bundleServer();
mkdirSync(path.join(app, "dist"), { recursive: true });
writeFileSync(path.join(app, "dist/server.mjs"), 'import "../.next/standalone/apps/web/server.js";\n');
