import { ownCommand } from "../command/own-command";

/** The command that starts the process which plays clients. */
export function probeCommand(): readonly string[] {
  return ownCommand("probe");
}
