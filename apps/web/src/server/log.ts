import { type Logger, type LoggerOptions, pino } from "pino";

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

/**
 * A structured logger: one JSON object a line on standard output, fixed messages, facts as fields, secrets masked.
 * Writing a line never throws; where nobody reads the output any more, the process asks itself to stop.
 */
export function createLogger(level: string): Logger {
  const output = pino.destination({ fd: 1, sync: true });
  output.on("error", (error: unknown) => {
    if (isBrokenPipe(error)) process.kill(process.pid, "SIGTERM");
  });
  const options: LoggerOptions = {
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
  };
  return pino(options, output);
}

/** True for the failure of writing to a pipe that nobody reads. */
export function isBrokenPipe(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EPIPE";
}
