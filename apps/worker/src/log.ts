import { type Logger, pino } from "pino";

/** Where a secret could stand in a logged object; its value is replaced before the line is written. */
const secretNames = [
  "password",
  "privateKey",
  "passphrase",
  "secret",
  "token",
  "credential",
  "signIn",
  "keyPem",
];

/** A structured logger: one JSON object a line on standard output, fixed messages, facts as fields, secrets masked. */
export function createLogger(level: string): Logger {
  return pino({
    level,
    base: { process: "worker" },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: describeError },
    redact: { paths: secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: "[masked]" },
  });
}

/**
 * What is left out of an error and of its causes: a database's pool adds its whole client, with the key that cancels queries, and
 * mysql2 the statement, in which an account's password may stand.
 */
const leftOut = ["client", "sql"];

/** An error as a line has it, with its causes. */
export function describeError(error: Error): object {
  return without(pino.stdSerializers.errWithCause(error));
}

function without(error: object): object {
  const kept = Object.entries(error).filter(([name]) => !leftOut.includes(name));
  return Object.fromEntries(
    kept.map(([name, value]) => [name, name === "cause" && value instanceof Object ? without(value) : value]),
  );
}
