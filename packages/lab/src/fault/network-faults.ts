import { actAndObserve } from "@primacy/host-acts";
import { LabError } from "../errors";
import type { LabHost } from "../host/lab-host";
import type { Lab } from "../lab";
import { HOST_INTERFACE } from "../network/lab-network";
import { observeLinks } from "../network/namespace";
import { type CutLayer, type CutPair, cutPairs, isolatePort } from "../network/wire-rules";
import { observeArp, observeArrivals } from "../observe/reach";
import { runCommand } from "../process/run-command";
import { waitFor } from "../process/wait-for";
import type { Endpoint, HostName } from "../roster";
import type { FaultEvidence } from "./evidence";

/** What to cut. Traffic to the machine itself is kept unless `console` is named; `isolate` cuts that too. */
export interface CutOptions {
  readonly from: readonly Endpoint[];
  readonly to: readonly Endpoint[];
  /** Only what `from` sends is lost; otherwise both ways. */
  readonly oneWay?: boolean;
  /** `wire` (default) drops every frame, ARP too; `ip` drops IPv4 and IPv6 and lets ARP and neighbour discovery pass. */
  readonly layer?: CutLayer;
}

/**
 * Cuts hosts from each other. Returns when nothing arrives in each cut direction and, for a one-way cut, the
 * other way still carries. Adds to earlier cuts; safe to repeat.
 */
export async function cut(lab: Lab, options: CutOptions): Promise<FaultEvidence> {
  const layer = options.layer ?? "wire";
  if (
    options.from.length === 0 ||
    options.to.length === 0 ||
    options.from.some((host) => options.to.includes(host))
  ) {
    throw new LabError("bad_option", "A cut needs two groups of hosts that share none.");
  }
  const forward = pairsOf(options.from, options.to);
  const pairs = options.oneWay === true ? forward : [...forward, ...pairsOf(options.to, options.from)];
  const arrow = options.oneWay === true ? "->" : "<->";
  return actAndObserve(
    "cut",
    `${options.from.join(",")} ${arrow} ${options.to.join(",")} (${layer})`,
    () => cutPairs(lab.names, layer, pairs),
    async () => [
      ...(await expectArrivals(lab, options.from, options.to, false)),
      ...(await expectArrivals(lab, options.to, options.from, options.oneWay === true)),
    ],
  );
}

function pairsOf(from: readonly Endpoint[], to: readonly Endpoint[]): CutPair[] {
  return from.flatMap((one) => to.map((other) => ({ from: one, to: other })));
}

/** Drops everything from and to the host, the console too. Returns when its ARP is silent from the machine. */
export async function isolate(lab: Lab, host: LabHost): Promise<FaultEvidence> {
  return actAndObserve(
    "isolate",
    host.name,
    () => isolatePort(lab.names, host.name),
    async () => [await waitForSilence(lab, host)],
  );
}

/** Pulls the host's cable at the switch: the host sees its carrier lost. Returns when it does and ARP is silent. */
export async function takeLinkDown(lab: Lab, host: LabHost): Promise<FaultEvidence> {
  return actAndObserve(
    "link-down",
    host.name,
    () => setPort(lab, host.name, "down"),
    async () => [await waitForCarrier(host, false), await waitForSilence(lab, host)],
  );
}

/** Plugs the cable in again. Returns when the host sees its carrier. */
export async function bringLinkUp(lab: Lab, host: LabHost): Promise<FaultEvidence> {
  return actAndObserve(
    "link-up",
    host.name,
    () => setPort(lab, host.name, "up"),
    async () => [await waitForCarrier(host, true)],
  );
}

async function setPort(lab: Lab, port: HostName, state: "up" | "down"): Promise<void> {
  await runCommand(["ip", "-n", lab.names.wireNamespace, "link", "set", port, state]);
}

async function waitForCarrier(host: LabHost, isUp: boolean): Promise<string> {
  return waitFor(
    `the carrier of ${host.name} to be ${isUp ? "there" : "lost"}`,
    async () => {
      const link = (await observeLinks(host.namespace)).find((one) => one.ifname === HOST_INTERFACE);
      if (link?.flags.includes("LOWER_UP") !== isUp) return undefined;
      return `${HOST_INTERFACE} of ${host.name} ${isUp ? "has its carrier" : "has lost its carrier"}`;
    },
    { timeoutMs: 60_000, intervalMs: 20 },
  );
}

async function waitForSilence(lab: Lab, host: LabHost): Promise<string> {
  return waitFor(
    `ARP for ${host.address} to be silent`,
    async () => {
      const isAnswered = await observeArp(null, lab.names.consoleInterface, host.address);
      return isAnswered ? undefined : `nobody answers ARP for ${host.address}`;
    },
    { timeoutMs: 60_000, intervalMs: 20 },
  );
}

/** One sender after the other, or they would be taken for each other; and again, for the pings of others. */
async function expectArrivals(
  lab: Lab,
  from: readonly Endpoint[],
  to: readonly Endpoint[],
  isOpen: boolean,
): Promise<string[]> {
  const observations: string[] = [];
  for (const sender of from) {
    await waitFor(
      `traffic from ${sender} to ${to.join(", ")} to be ${isOpen ? "carried" : "lost"}`,
      async () => {
        const arrivals = await observeArrivals(lab, sender, to);
        return [...arrivals.values()].every((arrived) => arrived === isOpen) ? true : undefined;
      },
      { timeoutMs: 60_000, intervalMs: 50 },
    );
    observations.push(`a ping from ${sender} ${isOpen ? "arrives" : "does not arrive"} at ${to.join(", ")}`);
  }
  return observations;
}
