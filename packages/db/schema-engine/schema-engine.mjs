#!/usr/bin/env node
// Stands in for Prisma's native schema engine, whose download no package registry carries: the same
// command line and JSON-RPC protocol, answered by the engine's WebAssembly build from npm. The Prisma
// CLI runs it because prisma.config.ts names it; nothing at run time needs it.
import { runCommand } from "./command.mjs";
import { writeLog } from "./engine-log.mjs";
import { serveRpc } from "./rpc.mjs";

const VERSION = "schema-engine-cli 0edf323efd1d98336f3f0a68684b56f689b900d3 (wasm)";

const argv = process.argv.slice(2);
const command = argv.indexOf("cli");
process.on("uncaughtException", (error) => {
  writeLog("ERROR", null, `schema engine: ${error.stack ?? error}`);
  process.exit(101);
});

if (argv[0] === "--version") {
  console.log(VERSION);
} else if (command >= 0) {
  process.exitCode = await runCommand(argv[command + 1], findUrl());
} else {
  await serveRpc({ url: findUrl(), schemaPaths: listOptions("--datamodels") });
}

function findUrl() {
  const datasource = JSON.parse(listOptions("--datasource")[0] ?? "{}");
  return datasource.url ?? process.env.DATABASE_URL;
}

function listOptions(name) {
  return argv.flatMap((value, index) => (value === name ? [argv[index + 1]] : []));
}
