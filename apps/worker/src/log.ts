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
    serializers: { err: pino.stdSerializers.errWithCause },
    redact: { paths: secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: "[masked]" },
  });
}
