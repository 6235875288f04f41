import { z } from "zod";
import { PasswordVariable } from "../agent/host-operator";
import { PlainLines, PlainText } from "../primitives/scalar";

/** What stands in an argument for what is known only when a run begins. */
export const loadPlaceholders = [
  "host",
  "port",
  "user",
  "schema",
  "threads",
  "seconds",
  "defaultsFile",
] as const;

/** One of these. */
export type LoadPlaceholder = (typeof loadPlaceholders)[number];

/** A word in braces: one of the placeholders, or a mistake. Other braces stand for themselves. */
export const placeholderForm = /\{([A-Za-z]+)\}/g;

function isKnown(word: string): boolean {
  return loadPlaceholders.some((known) => known === word);
}

function listWords(argument: string): readonly string[] {
  return [...argument.matchAll(placeholderForm)].flatMap(([, word]) => (word === undefined ? [] : [word]));
}

/** One argument of a program as it is given to it. A password has no placeholder: command lines are no secret. */
export const LoadArgument = PlainText.max(2_000)
  .refine((text) => !listWords(text).includes("password"), { error: "benchmark_password_argument" })
  .refine((text) => listWords(text).every((word) => word === "password" || isKnown(word)), {
    error: "benchmark_placeholder",
  });

/** Programs whose arguments are another command: what is run would not be what the check looks for. */
const shells = [
  ...["sh", "bash", "rbash", "dash", "ash", "zsh", "ksh", "mksh", "csh", "tcsh", "fish", "busybox"],
  ...["env", "xargs", "parallel", "flock", "script", "watch", "time", "timeout", "nohup", "setsid", "stdbuf"],
  ...["nice", "ionice", "chrt", "taskset", "numactl", "prlimit", "cgexec", "setarch", "strace", "ltrace"],
  ...["su", "sudo", "doas", "pkexec", "runuser", "sg", "newgrp", "setpriv", "capsh", "chpst", "systemd-run"],
  ...["chroot", "unshare", "nsenter", "start-stop-daemon", "ssh"],
];

/** A program: its path in a folder of the system, as the host operator takes it, or a name that the host finds there. */
export const LoadProgramName = z
  .string()
  .regex(/^(?:\/(?:usr\/)?(?:local\/)?s?bin\/)?[A-Za-z0-9_][A-Za-z0-9._-]{0,99}$/, {
    error: "benchmark_program",
  })
  .refine((program) => !shells.includes(program.slice(program.lastIndexOf("/") + 1)), {
    error: "benchmark_shell",
  });

/**
 * Where a program finds the password of the benchmark's account: in an option file of MySQL's form, which `{defaultsFile}` names, or in
 * a variable of its environment.
 */
export const PasswordSource = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("defaults_file") }),
  z.strictObject({ kind: z.literal("environment"), variable: PasswordVariable }),
]);
export type PasswordSource = z.infer<typeof PasswordSource>;

/** Statements of SQL. They begin with a word and more: mysqlslap reads a file where it is given the name of one. */
export const Sql = PlainLines.trim()
  .min(1, { error: "required" })
  .max(4_000)
  .regex(/^[A-Za-z]+[\s(*]/, { error: "benchmark_sql" });
