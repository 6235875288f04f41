import { spawn } from "node:child_process";
import { z } from "zod";
import { CommandError, commandEnvironment, findCommand, runCommand } from "../../command/run-command";
import {
  type ActFailure,
  type AddressActuator,
  type InterfaceAddress,
  type KernelLink,
  type LeaseOutcome,
  type LeaseRequest,
  monotonicMs,
  type NetworkChange,
  type RemoveOutcome,
} from "./types";

const defaultCommandTimeoutMs = 2000;
const forever = 0xffffffff;

const IpAddresses = z.array(
  z.object({
    ifname: z.string().optional(),
    addr_info: z
      .array(
        z.object({
          family: z.string().optional(),
          local: z.string().optional(),
          prefixlen: z.number().optional(),
          label: z.string().optional(),
          valid_life_time: z.number().optional(),
        }),
      )
      .optional(),
  }),
);

const IpLinks = z.array(
  z.object({
    ifindex: z.number().optional(),
    ifname: z.string().optional(),
    flags: z.array(z.string()).optional(),
    address: z.string().optional(),
  }),
);

/** The address table through the `ip` command: a process for each act (2 ms, 40 ms under load), killed when it takes too long. */
export function createIpCommandActuator(
  ipFile: string,
  commandTimeoutMs = defaultCommandTimeoutMs,
): AddressActuator {
  const run: Run = (...args) => runCommand(ipFile, args, { timeoutMs: commandTimeoutMs });
  // A child that outlives the agent could set the address after the agent is gone.
  const setprivFile = findCommand("setpriv");
  const mortal = setprivFile === null ? [ipFile] : [setprivFile, "--pdeathsig", "KILL", ipFile];
  const runUntil: RunUntil = (deadlineMs, ...args) => {
    const [file = ipFile, ...before] = mortal;
    const timeoutMs = Math.min(commandTimeoutMs, Math.max(1, Math.ceil(deadlineMs - monotonicMs())));
    return runCommand(file, [...before, ...args], { timeoutMs });
  };
  return {
    kind: "ip-command",
    executeLease: (request) => executeLease(runUntil, run, request),
    executeRemove: (interfaceName, address, prefixLength) =>
      executeRemove(run, interfaceName, `${address}/${prefixLength}`),
    listAddresses: async () => parseAddresses(await run("-j", "-4", "address", "show")),
    listLinks: async () => parseLinks(await run("-j", "link", "show")),
    listNetwork: async () => {
      const [addresses, links] = await Promise.all([
        run("-j", "-4", "address", "show"),
        run("-j", "link", "show"),
      ]);
      return { addresses: parseAddresses(addresses), links: parseLinks(links) };
    },
    watchChanges: (onChange) => watchChanges(mortal, onChange),
    close: () => {
      // Nothing is kept open between acts.
    },
  };
}

type Run = (...args: string[]) => Promise<string>;
/** Kills the command at the deadline. */
type RunUntil = (deadlineMs: number, ...args: string[]) => Promise<string>;

async function executeLease(runUntil: RunUntil, run: Run, request: LeaseRequest): Promise<LeaseOutcome> {
  if (monotonicMs() > request.deadlineMs) {
    return { kind: "cancelled", finishedAtMs: monotonicMs() };
  }
  const lease = String(request.leaseSeconds);
  try {
    await runUntil(
      request.deadlineMs,
      ...["address", "replace", `${request.address}/32`, "dev", request.interfaceName],
      ...["label", request.label, "valid_lft", lease, "preferred_lft", lease],
    );
  } catch (error) {
    // One that was killed at its deadline may have set the address before.
    const isKilledLate =
      error instanceof CommandError && error.code === "SIGKILL" && monotonicMs() > request.deadlineMs;
    if (!isKilledLate) {
      return describeFailure(error);
    }
  }
  const finishedAtMs = monotonicMs();
  if (finishedAtMs <= request.deadlineMs) {
    return { kind: "done", finishedAtMs };
  }
  const removed = await executeRemove(run, request.interfaceName, `${request.address}/32`);
  return removed.kind === "done" ? { kind: "late", finishedAtMs } : removed;
}

async function executeRemove(run: Run, interfaceName: string, cidr: string): Promise<RemoveOutcome> {
  try {
    await run("address", "delete", cidr, "dev", interfaceName);
    return { kind: "done" };
  } catch (error) {
    const isAbsent =
      error instanceof CommandError &&
      /Cannot assign requested address|Cannot find device|Address not found/.test(error.stderr);
    return isAbsent ? { kind: "done" } : describeFailure(error);
  }
}

function describeFailure(error: unknown): ActFailure {
  const message = error instanceof Error ? error.message : String(error);
  return { kind: "failed", code: error instanceof CommandError ? parseCode(error) : "EINVAL", message };
}

function parseCode(error: CommandError): string {
  if (error.stderr.includes("Operation not permitted")) {
    return "EPERM";
  }
  return error.stderr.includes("Cannot find device") ? "ENODEV" : error.code;
}

function parseAddresses(text: string): InterfaceAddress[] {
  return IpAddresses.parse(JSON.parse(text || "[]")).flatMap((link) =>
    (link.addr_info ?? []).flatMap((info) =>
      info.family === "inet" && info.local !== undefined && info.prefixlen !== undefined
        ? [
            {
              interfaceName: link.ifname ?? "",
              address: info.local,
              prefixLength: info.prefixlen,
              label: info.label ?? null,
              validSeconds:
                info.valid_life_time === undefined || info.valid_life_time >= forever
                  ? null
                  : info.valid_life_time,
            },
          ]
        : [],
    ),
  );
}

function parseLinks(text: string): KernelLink[] {
  return IpLinks.parse(JSON.parse(text || "[]")).map((link) => ({
    interfaceName: link.ifname ?? "",
    index: link.ifindex ?? 0,
    mac: link.address !== undefined && link.address.length === 17 ? link.address : null,
    isUp: link.flags?.includes("UP") ?? false,
    hasCarrier: link.flags?.includes("LOWER_UP") ?? false,
  }));
}

/** The monitor's lines differ between versions, so any line only says "look again". */
function watchChanges(
  [file = "ip", ...before]: readonly string[],
  onChange: (change: NetworkChange) => void,
): () => void {
  let isStopped = false;
  let stopChild = (): void => undefined;
  const start = (): void => {
    const child = spawn(file, [...before, "-o", "monitor", "address", "link"], {
      env: commandEnvironment,
      stdio: ["ignore", "pipe", "ignore"],
    });
    child.stdout.on("data", () => {
      onChange({ kind: "resync" });
    });
    child.on("error", () => undefined);
    child.on("close", () => {
      if (!isStopped) {
        restart = setTimeout(start, 1000);
        restart.unref();
        onChange({ kind: "resync" });
      }
    });
    child.unref();
    stopChild = () => {
      child.kill("SIGKILL");
    };
  };
  let restart: NodeJS.Timeout | undefined;
  start();
  return () => {
    isStopped = true;
    clearTimeout(restart);
    stopChild();
  };
}
