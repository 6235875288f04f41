import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { createEngineAdapter } from "./adapter.mjs";
import { createDatabase } from "./command.mjs";
import { writeLog } from "./engine-log.mjs";

const SERVER_ERROR = 4466;
/** Methods that the WebAssembly build calls otherwise than the protocol does. */
const RENAMED = { getDatabaseVersion: "version" };
/** These find the shadow database only after a diagnose call has filled the engine's cache. */
const NEEDS_DIAGNOSIS = new Set(["evaluateDataLoss", "createMigration"]);

/** Answers JSON-RPC requests, one a line, from standard input until it closes and all are answered. */
export async function serveRpc({ url, schemaPaths }) {
  const answering = new Set();
  let engine;
  const getEngine = () => {
    engine ??= createEngine(url, schemaPaths);
    return engine;
  };
  for await (const line of createInterface({ input: process.stdin })) {
    if (line.trim() === "") continue;
    const request = JSON.parse(line);
    if (!request.method) continue;
    const answer = respond(request, url, getEngine).finally(() => answering.delete(answer));
    answering.add(answer);
  }
  await Promise.all(answering);
  // Connections that the engine keeps open would hold the process.
  process.exit(0);
}

async function respond({ id, method, params }, url, getEngine) {
  try {
    const result =
      method === "createDatabase"
        ? { databaseName: await createDatabase(url) }
        : await callEngine(await getEngine(), method, params);
    // The native engine prints a diff through the client; this build returns it instead.
    if (method === "diff" && result?.stdout) {
      send({ id: 1_000_000 + id, method: "print", params: { content: result.stdout } });
    }
    send({ id, result: result ?? {} });
  } catch (error) {
    const data = {
      is_panic: false,
      message: String(error?.message ?? error),
      meta: error?.meta ?? null,
      error_code: error?.code ?? null,
    };
    send({ id, error: { code: SERVER_ERROR, message: "The schema engine failed.", data } });
  }
}

async function callEngine(engine, method, params) {
  if (NEEDS_DIAGNOSIS.has(method)) {
    await engine.diagnoseMigrationHistory({
      migrationsList: params.migrationsList,
      optInToShadowDatabase: true,
      filters: params.filters,
    });
  }
  return engine[RENAMED[method] ?? method](params);
}

async function createEngine(url, schemaPaths) {
  const directory = dirname(createRequire(import.meta.url).resolve("@prisma/schema-engine-wasm"));
  const runtime = await import(join(directory, "schema_engine_bg.js"));
  globalThis.PRISMA_WASM_PANIC_REGISTRY = {
    set_message: (message) => writeLog("ERROR", null, `panic: ${message}`),
  };
  const wasm = new WebAssembly.Module(readFileSync(join(directory, "schema_engine_bg.wasm")));
  const { exports } = new WebAssembly.Instance(wasm, { "./schema_engine_bg.js": runtime });
  runtime.__wbg_set_wasm(exports);
  exports.__wbindgen_start();
  const schemas = schemaPaths.map((path) => [path, readFileSync(path, "utf8")]);
  const options = schemas.length > 0 ? { datamodels: schemas } : {};
  const onLog = (message) => writeLog("INFO", null, String(message));
  return runtime.SchemaEngine.new(options, onLog, await createEngineAdapter(url));
}

function send(message) {
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
}
