import { parseArgs } from "node:util";

/** What a command line asks for. `wrong` is refused before anything is done. */
export type CliCommand =
  | { readonly kind: "status" | "why" | "keys"; readonly isJson: boolean }
  | { readonly kind: "release"; readonly address: string | null; readonly stay: boolean }
  | { readonly kind: "unblock"; readonly address: string | null }
  | { readonly kind: "csr"; readonly name: string }
  | { readonly kind: "operator"; readonly act: OperatorAct }
  | { readonly kind: "deadlines"; readonly hostId: string }
  | { readonly kind: "run" | "hands" | "probe" | "version" | "help" }
  | { readonly kind: "wrong"; readonly reason: string };

/** What is done with the host operator's journal: served, brought up to date before services start, or undone. */
export type OperatorAct = (typeof operatorActs)[number];

const operatorActs = ["run", "replay", "undo"] as const;

interface Syntax {
  readonly flags: readonly string[];
  readonly minOperands: number;
  readonly maxOperands: number;
  readonly build: (operands: readonly string[], has: (flag: string) => boolean) => CliCommand;
}

const bare = { flags: [], minOperands: 0, maxOperands: 0 } as const;

const syntaxes: ReadonlyMap<string, Syntax> = new Map<string, Syntax>([
  ["run", { ...bare, build: () => ({ kind: "run" }) }],
  ["hands", { ...bare, build: () => ({ kind: "hands" }) }],
  ["probe", { ...bare, build: () => ({ kind: "probe" }) }],
  ["status", { ...bare, flags: ["json"], build: (_, has) => ({ kind: "status", isJson: has("json") }) }],
  ["why", { ...bare, flags: ["json"], build: (_, has) => ({ kind: "why", isJson: has("json") }) }],
  ["keys", { ...bare, flags: ["json"], build: (_, has) => ({ kind: "keys", isJson: has("json") }) }],
  [
    "release",
    {
      flags: ["stay"],
      minOperands: 0,
      maxOperands: 1,
      build: ([address = null], has) => ({ kind: "release", address, stay: has("stay") }),
    },
  ],
  ["unblock", { ...bare, maxOperands: 1, build: ([address = null]) => ({ kind: "unblock", address }) }],
  ["csr", { flags: [], minOperands: 1, maxOperands: 1, build: ([name = ""]) => ({ kind: "csr", name }) }],
  ["operator", { flags: [], minOperands: 1, maxOperands: 2, build: buildOperator }],
  ["version", { ...bare, build: () => ({ kind: "version" }) }],
  ["--version", { ...bare, build: () => ({ kind: "version" }) }],
  ["help", { ...bare, build: () => ({ kind: "help" }) }],
  ["--help", { ...bare, build: () => ({ kind: "help" }) }],
]);

function buildOperator([wanted = "", hostId]: readonly string[]): CliCommand {
  if (wanted === "heal" && hostId !== undefined) return { kind: "deadlines", hostId };
  const act = hostId === undefined ? operatorActs.find((one) => one === wanted) : undefined;
  return act === undefined
    ? { kind: "wrong", reason: `'operator' takes ${operatorActs.join(", ")}, and heal with a host.` }
    : { kind: "operator", act };
}

/**
 * Reads a command line strictly: a flag that its command does not have, or an operand too many or too few, makes it
 * `wrong`, for a release that ignores what it does not know would let go of more than was meant, or for less long.
 */
export function parseCommand(args: readonly string[]): CliCommand {
  const [command = "help", ...rest] = args;
  const syntax = syntaxes.get(command);
  if (syntax === undefined) return { kind: "wrong", reason: `There is no command '${command}'.` };
  const { flags, minOperands, maxOperands } = syntax;
  const parsed = readArguments(rest, flags);
  if ("reason" in parsed) return { kind: "wrong", reason: parsed.reason };
  const { operands, given } = parsed;
  if (operands.length < minOperands || operands.length > maxOperands)
    return { kind: "wrong", reason: `'${command}' takes ${describeCount(minOperands, maxOperands)}.` };
  return syntax.build(operands, (flag) => given.includes(flag));
}

type Arguments =
  | { readonly operands: readonly string[]; readonly given: readonly string[] }
  | { readonly reason: string };

function readArguments(args: readonly string[], flags: readonly string[]): Arguments {
  const options = Object.fromEntries(flags.map((flag) => [flag, { type: "boolean" as const }]));
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      options,
      strict: true,
      allowPositionals: true,
    });
    return { operands: positionals, given: Object.keys(values) };
  } catch (error) {
    // With options of our own, what it throws is of the command line.
    if (error instanceof TypeError) return { reason: error.message };
    throw error;
  }
}

function describeCount(min: number, max: number): string {
  if (max === 0) return "no operand";
  if (max > 1) return "one operand or two";
  return min === max ? "one operand" : "at most one operand";
}
