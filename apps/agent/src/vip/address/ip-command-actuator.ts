import { spawn } from "node:child_process";
import { canonicalAddress, familyOf, hostPrefixLength, message } from "@primacy/contract";
import { planAddressLabel } from "@primacy/core/vip";
import { z } from "zod";
import { CommandError, commandEnvironment, findCommand, runCommand } from "../../command/run-command";
import { ToldError, tellError } from "../../message/told-error";
import { addressMark, isOwnForm } from "./own-form";
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
          nodad: z.boolean().optional(),
          /** A name, or the number; absent where `ip` is too old to say. */
          protocol: z.string().optional(),
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
      executeRemove(run, interfaceName, address, prefixLength),
    listAddresses: async () => listAddresses(run),
    listLinks: async () => parseLinks(await run("-j", "link", "show")),
    listNetwork: async () => {
      const [addresses, links] = await Promise.all([listAddresses(run), run("-j", "link", "show")]);
      return { addresses, links: parseLinks(links) };
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
  const prefixLength = hostPrefixLength(request.address);
  const cidr = `${request.address}/${prefixLength}`;
  try {
    await refuseForeign(
      (...args) => runUntil(request.deadlineMs, ...args),
      request.interfaceName,
      request.address,
    );
    // The look took its time, and nothing may be begun after the deadline.
    if (monotonicMs() > request.deadlineMs) {
      return { kind: "cancelled", finishedAtMs: monotonicMs() };
    }
    await runUntil(
      request.deadlineMs,
      ...["address", "replace", cidr, "dev", request.interfaceName],
      ...(familyOf(request.address) === 6
        ? ["valid_lft", lease, "preferred_lft", "0", "nodad", "noprefixroute"]
        : ["label", request.label, "valid_lft", lease, "preferred_lft", lease]),
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
  const removed = await executeRemove(run, request.interfaceName, request.address, prefixLength);
  return removed.kind === "done" ? { kind: "late", finishedAtMs } : removed;
}

async function executeRemove(
  run: Run,
  interfaceName: string,
  address: string,
  prefixLength: number,
): Promise<RemoveOutcome> {
  try {
    await refuseForeign(run, interfaceName, address);
    await run("address", "delete", `${address}/${prefixLength}`, "dev", interfaceName);
    return { kind: "done" };
  } catch (error) {
    const isAbsent =
      error instanceof CommandError &&
      /Cannot assign requested address|Cannot find device|address not found/i.test(error.stderr);
    return isAbsent ? { kind: "done" } : describeFailure(error);
  }
}

/** An address in another form, or with another label, than the agent's is left as it is: the kernel would make a lease of it. */
class ForeignAddressError extends ToldError {
  readonly code = "EEXIST";
}

async function refuseForeign(run: Run, interfaceName: string, address: string): Promise<void> {
  const held = await listAddresses(run);
  const isForeign = held.some(
    (one) =>
      one.interfaceName === interfaceName &&
      one.address === address &&
      (familyOf(address) === 6 || one.prefixLength === hostPrefixLength(address)) &&
      one.label !== planAddressLabel(interfaceName, address),
  );
  if (isForeign)
    throw new ForeignAddressError(message("act.foreign_address", { address, nic: interfaceName }));
}

async function listAddresses(run: Run): Promise<InterfaceAddress[]> {
  return parseAddresses(await run("-j", "address", "show"));
}

function describeFailure(error: unknown): ActFailure {
  if (error instanceof ForeignAddressError) {
    return { kind: "failed", code: error.code, reason: error.told };
  }
  const code = error instanceof CommandError ? parseCode(error) : "EINVAL";
  return { kind: "failed", code, reason: tellError(error) };
}

function parseCode(error: CommandError): string {
  if (error.stderr.includes("Operation not permitted")) {
    return "EPERM";
  }
  return error.stderr.includes("Cannot find device") ? "ENODEV" : error.code;
}

function parseAddresses(text: string): InterfaceAddress[] {
  return IpAddresses.parse(JSON.parse(text || "[]")).flatMap(({ ifname = "", addr_info = [] }) =>
    addr_info.flatMap((info) => {
      const { family, local, prefixlen: prefixLength } = info;
      if ((family !== "inet" && family !== "inet6") || local === undefined || prefixLength === undefined) {
        return [];
      }
      const address = canonicalAddress(local);
      const life = info.valid_life_time ?? forever;
      const validSeconds = life >= forever ? null : life;
      const isWithoutDad = info.nodad === true;
      const form = { prefixLength, validSeconds, isWithoutDad, mark: parseMark(info.protocol) };
      // This command may be too old to set the mark, so that it sets none.
      const ipv6Label = isOwnForm(form, false) ? planAddressLabel(ifname, address) : null;
      const label = family === "inet" ? (info.label ?? null) : ipv6Label;
      return [{ interfaceName: ifname, address, prefixLength, label, validSeconds }];
    }),
  );
}

/** The agent's number, null for none; any name or other number is somebody else's. */
function parseMark(protocol: string | undefined): number | null {
  if (protocol === undefined || Number(protocol) === 0) return null;
  return Number(protocol) === addressMark ? addressMark : -1;
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
