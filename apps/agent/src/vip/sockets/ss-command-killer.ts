import { familyOf, message } from "@primacy/contract";
import { runCommand } from "../../command/run-command";
import { tellError } from "../../message/told-error";
import type { KillOutcome, SocketKiller } from "./types";

const timeoutMs = 2000;

/** Ends connections through the `ss` command. Its exit code is 0 even without the privilege, so the listing decides. */
export function createSsCommandKiller(ssFile: string): SocketKiller {
  const count = async (address: string): Promise<number> =>
    countLines(await runCommand(ssFile, ["-H", "-n", "-t", "src", inFilter(address)], { timeoutMs }));
  return {
    kind: "ss-command",
    killFrom: async (address): Promise<KillOutcome> => {
      try {
        const killed = countLines(
          await runCommand(ssFile, ["-H", "-n", "-t", "-K", "src", inFilter(address)], { timeoutMs }),
        );
        const remaining = await count(address);
        return remaining === 0
          ? { kind: "done", killed }
          : { kind: "failed", reason: message("act.connections_remain"), remaining };
      } catch (error) {
        return { kind: "failed", reason: tellError(error), remaining: null };
      }
    },
    countFrom: async (address, ports) => {
      const anyPort = ports.flatMap((port, index) => [
        ...(index === 0 ? [] : ["or"]),
        "sport",
        "=",
        `:${port}`,
      ]);
      const filter = ["state", "established", "src", inFilter(address), "and", "(", ...anyPort, ")"];
      try {
        return countLines(await runCommand(ssFile, ["-H", "-n", "-t", ...filter], { timeoutMs }));
      } catch {
        return null;
      }
    },
    close: () => undefined,
  };
}

/** An address as `ss` wants it. */
function inFilter(address: string): string {
  return familyOf(address) === 6 ? `[${address}]` : address;
}

function countLines(output: string): number {
  return output.split("\n").filter((line) => line.trim() !== "").length;
}
