import { writeSync } from "node:fs";

/** Writes one line of the engine's log, in the form that the Prisma CLI reads from standard error. */
export function writeLog(level, errorCode, message) {
  const fields = errorCode ? { message, error_code: errorCode } : { message };
  const entry = { timestamp: new Date().toISOString(), level, fields, target: "schema_engine::logger" };
  writeSync(2, `${JSON.stringify(entry)}\n`);
}
