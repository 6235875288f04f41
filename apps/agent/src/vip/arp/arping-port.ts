import { spawn } from "node:child_process";
import { isIpv4, message } from "@primacy/contract";
import { CommandError, commandEnvironment, runCommand } from "../../command/run-command";
import { tellError } from "../../message/told-error";
import { monotonicMs } from "../address/types";
import { noAddress } from "./frame";
import type { ArpAnswer, ArpNic, ArpPort, ArpSent } from "./types";

const announceTimeoutMs = 3000;
const ipv4Only = message("act.arping_ipv4");

/**
 * ARP through the `arping` command, for a host where packet sockets cannot be opened in process. It
 * cannot watch: a second holder is then found by asking only. Of IPv6 it neither asks nor tells, so that the agent takes no
 * such address there.
 */
export function createArpingPort(arpingFile: string): ArpPort {
  let isClosed = false;
  // `arping` takes a second to exit after it sent its packet, so nobody waits for it.
  const send = (...args: string[]): ArpSent => {
    if (isClosed) {
      return { kind: "failed", reason: message("act.closed") };
    }
    const child = spawn(arpingFile, args, {
      env: commandEnvironment,
      stdio: "ignore",
      timeout: announceTimeoutMs,
      killSignal: "SIGKILL",
    });
    child.on("error", () => undefined);
    child.unref();
    return { kind: "sent" };
  };
  return {
    kind: "arping",
    announce: (nic, address) => {
      if (!isIpv4(address)) return { kind: "failed", reason: ipv4Only };
      send("-U", "-c", "1", "-w", "1", "-I", nic.name, address);
      return send("-A", "-c", "1", "-w", "1", "-I", nic.name, address);
    },
    announceTo: (nic, address, neighbours) => {
      if (!isIpv4(address)) return { kind: "failed", reason: ipv4Only };
      for (const neighbour of neighbours) {
        send("-c", "1", "-w", "1", "-I", nic.name, "-s", address, neighbour);
      }
      return { kind: "sent" };
    },
    ask: (nic, address, windowMs) => ask(arpingFile, nic, address, windowMs),
    watch: () => undefined,
    close: () => {
      isClosed = true;
    },
  };
}

async function ask(arpingFile: string, nic: ArpNic, address: string, windowMs: number): Promise<ArpAnswer> {
  const startMs = monotonicMs();
  if (!isIpv4(address)) return { kind: "failed", reason: ipv4Only, durationMs: 0 };
  const seconds = String(Math.max(1, Math.ceil(windowMs / 1000)));
  const source = nic.ownAddress ?? noAddress;
  // One request: everyone who answers it has the address.
  const args = ["-b", "-c", "1", "-w", seconds, "-I", nic.name, "-s", source, address];
  try {
    const output = await runArping(arpingFile, args, windowMs);
    const macs = [...output.matchAll(/\[([0-9A-Fa-f:]{17})\]/g)].flatMap(
      (match) => match[1]?.toLowerCase() ?? [],
    );
    const others = [...new Set(macs)].filter((mac) => mac !== nic.mac).sort();
    const durationMs = monotonicMs() - startMs;
    return { kind: "asked", macs: others, holders: others, holdersAskedMs: startMs, durationMs };
  } catch (error) {
    return { kind: "failed", reason: tellError(error), durationMs: monotonicMs() - startMs };
  }
}

async function runArping(file: string, args: string[], windowMs: number): Promise<string> {
  try {
    return await runCommand(file, args, { timeoutMs: windowMs + 2000 });
  } catch (error) {
    // It exits with 1 when fewer answered than were asked for; its own errors go to stderr.
    if (error instanceof CommandError && error.code === "1" && error.stderr.trim() === "") {
      return error.stdout;
    }
    throw error;
  }
}
