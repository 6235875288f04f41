const plain = /^[A-Za-z0-9_@%+=:,./-]+$/;

/**
 * Builds the one string that sshd hands to the user's shell, so that the shell sees exactly `args`. Every value is
 * literal: no expansion, no globbing. Throws a TypeError on a NUL byte, which no command line can carry.
 */
export function quoteCommand(args: readonly string[]): string {
  if (args.length === 0) throw new TypeError("quoteCommand: no command");
  return args.map(quoteArgument).join(" ");
}

function quoteArgument(value: string): string {
  if (value.includes("\0")) throw new TypeError("quoteCommand: a NUL byte in an argument");
  if (plain.test(value)) return value;
  return `'${value.replaceAll("'", String.raw`'\''`)}'`;
}
