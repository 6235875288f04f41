import { type Logger, pino } from "pino";

export type { Logger } from "pino";

/** Where a secret could stand in a logged object; its value is replaced before the line is written. */
const secretPaths = [
  "password",
  "newPassword",
  "currentPassword",
  "privateKey",
  "passphrase",
  "secret",
  "token",
  "credential",
];

/** A structured logger: one JSON object a line on standard output, fixed messages, facts as fields, secrets masked. */
export function createLogger(level: string): Logger {
  return pino({
    level,
    base: { process: "web" },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: pino.stdSerializers.errWithCause },
    redact: {
      paths: [
        ...secretPaths.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
        "headers.authorization",
        "headers.cookie",
        "*.headers.authorization",
        "*.headers.cookie",
      ],
      censor: "[masked]",
    },
  });
}
