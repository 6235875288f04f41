import { Chance } from "./chance";
import type { FakeHost } from "./fake-host";
import type { Simulator } from "./simulator";

const FAULT_KINDS = [
  "partition",
  "cut-outgoing",
  "cut-incoming",
  "cut-one-link",
  "cut-rpc",
  "freeze-machine",
  "pause-machine",
  "freeze-mysqld",
  "freeze-another-mysqld",
  "cut-off-another",
  "freeze-agent",
  "stall-agent",
  "kill-agent",
  "restart-agent",
  "crash-mysqld",
  "lose-power",
  "lose-power-and-fence",
  "stop-replication",
  "switch",
  "switch",
  "switch",
  "switch-and-freeze-agent",
  "switch-twice",
  "delete-address",
  "stranger",
  "maintenance",
  "operator-release",
  "new-peers-epoch",
  "move-address",
  "carrier-loss",
  "lose-session",
] as const;

/** What can happen to a world. */
export type FaultKind = (typeof FAULT_KINDS)[number];

/** One event of a schedule. `host` -1: whoever is the primary then. */
export interface Fault {
  readonly atMs: number;
  readonly kind: FaultKind;
  readonly host: number;
  readonly durationMs: number;
}

const PRIMARY = -1;
/** An order counts for this long, and no host is back before it has run out. */
const FENCE_MS = 8000;
const FENCE_AFTER_MS = 1000;
const MIN_POWER_LOSS_MS = FENCE_MS + FENCE_AFTER_MS;

/** Draws one to five faults of every kind; the same seed gives the same schedule. */
export function drawSchedule(seed: number, hosts: number): readonly Fault[] {
  const chance = new Chance(seed ^ 0x5bd1e995);
  const faults: Fault[] = [];
  let atMs = chance.between(3000, 6000);
  const count = 1 + Math.floor(chance.next() * 5);
  for (let index = 0; index < count; index += 1) {
    faults.push({
      atMs: Math.round(atMs),
      kind: chance.pick(FAULT_KINDS),
      host: chance.happens(0.7) ? PRIMARY : Math.floor(chance.next() * hosts),
      durationMs: Math.round(chance.between(300, 20_000)),
    });
    atMs += chance.happens(0.3) ? chance.between(0, 1500) : chance.between(500, 12_000);
  }
  return faults;
}

/** A schedule in words, for the report of a failing seed. */
export function printSchedule(faults: readonly Fault[]): string {
  return faults
    .map(({ atMs, kind, host, durationMs }) => {
      const where = host === PRIMARY ? "the primary" : `host ${host}`;
      return `  ${atMs} ms: ${kind} on ${where} for ${durationMs} ms`;
    })
    .join("\n");
}

/** Lets a fault happen, and schedules its end. */
export function applyFault(simulator: Simulator, fault: Fault): void {
  const host = fault.host === PRIMARY ? simulator.group.truth.primary : fault.host;
  const isUndisturbed = simulator.isUndisturbed();
  simulator.observer.onDisturbance();
  simulator.group.disturb();
  FAULTS[fault.kind](simulator, host, fault.durationMs, isUndisturbed);
  simulator.group.disturb();
  simulator.observer.checkSingleHolder();
  simulator.observer.sample();
}

type Apply = (simulator: Simulator, host: number, durationMs: number, isUndisturbed: boolean) => void;

/** Undoes something after a while, with the same care as doing it. */
function heal(simulator: Simulator, afterMs: number, undo: () => void): void {
  simulator.openHeals += 1;
  simulator.time.at(simulator.time.now + afterMs, () => {
    simulator.openHeals -= 1;
    simulator.group.disturb();
    undo();
    simulator.group.disturb();
    simulator.observer.checkSingleHolder();
    simulator.observer.sample();
  });
}

function cut(directions: "both" | "out" | "in"): Apply {
  return (simulator, host, durationMs) => {
    const setAll = (isUp: boolean): void => {
      for (const other of simulator.hosts) {
        if (other.index === host) continue;
        if (directions !== "in" || isUp) simulator.network.setLink(host, other.index, isUp);
        if (directions !== "out" || isUp) simulator.network.setLink(other.index, host, isUp);
      }
    };
    setAll(false);
    heal(simulator, durationMs, () => setAll(true));
  };
}

function freezeMachine(clockStops: boolean): Apply {
  return (simulator, index, durationMs) => {
    const host = simulator.getHostAt(index);
    if (host.isFrozen) return;
    host.freeze();
    heal(simulator, Math.min(durationMs, 15_000), () => {
      simulator.group.resetHearing(index);
      host.resume(clockStops);
    });
  };
}

function freezeAgent(limitMs: number): Apply {
  return (simulator, index, durationMs) => {
    const host = simulator.getHostAt(index);
    if (host.agent.status !== "running") return;
    host.agent.freeze();
    // A frozen machine thaws nothing before its resume.
    heal(simulator, Math.min(durationMs, limitMs), () => host.later(0, () => host.agent.thaw()));
  };
}

function killAgent(simulator: Simulator, index: number, durationMs: number): void {
  const host = simulator.getHostAt(index);
  host.agent.kill();
  // A supervisor on a frozen machine starts nothing before the resume.
  heal(simulator, durationMs, () => host.later(0, () => host.agent.start()));
}

/** The machine is gone at once with all that it held, and comes back after a while with nothing running for long. */
function losePower(simulator: Simulator, index: number, durationMs: number): boolean {
  const host = simulator.getHostAt(index);
  if (host.isFrozen || host.agent.status === "dead" || !simulator.group.crashServer(index)) return false;
  host.agent.kill();
  for (const address of host.kernel.listAddresses()) host.removeAddress(address);
  host.gate.lose();
  host.hasCarrier = false;
  simulator.network.setHost(index, false);
  heal(simulator, MIN_POWER_LOSS_MS + durationMs, () => {
    host.hasCarrier = true;
    simulator.network.setHost(index, true);
    // A machine that was paused while it was off starts nothing before its resume.
    host.later(0, () => host.agent.start());
    simulator.group.restartServer(index);
  });
  return true;
}

/** Who is left of two has no majority: the operator who signs that the other is off lets its group go on, too. */
function forceAlone(simulator: Simulator, left: readonly FakeHost[]): void {
  simulator.group.disturb();
  for (const { index } of left) simulator.group.forceAlone(index);
  simulator.group.disturb();
}

function switchPrimary(simulator: Simulator, isUndisturbed: boolean): void {
  const target = simulator.group.switchPrimary();
  if (target !== null && isUndisturbed) simulator.observer.onSwitch(target);
}

function pickOther(simulator: Simulator, host: number): number {
  return simulator.chance.pick(simulator.hosts.filter((other) => other.index !== host)).index;
}

const FAULTS: Readonly<Record<FaultKind, Apply>> = {
  partition: cut("both"),
  "cut-outgoing": cut("out"),
  "cut-incoming": cut("in"),
  "cut-one-link": (simulator, host, durationMs) => {
    const other = pickOther(simulator, host);
    const set = (isUp: boolean): void => {
      simulator.network.setLink(host, other, isUp);
      simulator.network.setLink(other, host, isUp);
    };
    set(false);
    heal(simulator, durationMs, () => set(true));
  },
  "cut-rpc": (simulator, host, durationMs) => {
    const other = pickOther(simulator, host);
    simulator.network.setRpc(host, other, false);
    heal(simulator, durationMs, () => simulator.network.setRpc(host, other, true));
  },
  "freeze-machine": freezeMachine(false),
  "pause-machine": freezeMachine(true),
  "freeze-mysqld": (simulator, host, durationMs) => {
    simulator.group.freezeServer(host);
    heal(simulator, durationMs, () => simulator.group.thawServer(host));
  },
  "freeze-another-mysqld": (simulator, host, durationMs, isUndisturbed) =>
    FAULTS["freeze-mysqld"](simulator, pickOther(simulator, host), durationMs, isUndisturbed),
  "cut-off-another": (simulator, host, durationMs, isUndisturbed) =>
    FAULTS.partition(simulator, pickOther(simulator, host), durationMs, isUndisturbed),
  "freeze-agent": freezeAgent(20_000),
  "stall-agent": freezeAgent(990),
  "kill-agent": (simulator, index, durationMs) => killAgent(simulator, index, durationMs),
  "restart-agent": (simulator, index) => killAgent(simulator, index, 250),
  "crash-mysqld": (simulator, index, durationMs) => {
    if (!simulator.group.crashServer(index)) return;
    simulator.getHostAt(index).agent.sessionLost();
    heal(simulator, Math.min(durationMs, 15_000), () => simulator.group.restartServer(index));
  },
  "lose-power": losePower,
  "lose-power-and-fence": (simulator, index, durationMs) => {
    // No operator signs for a host that is not off: its kernel may have the address although its agent is dead.
    if (!losePower(simulator, index, durationMs)) return;
    const order = { hostId: `host-${index}`, orderId: `order-${simulator.time.now}`, forMs: FENCE_MS };
    // An operator needs a while; and the host stays off for as long as the order counts.
    simulator.time.at(simulator.time.now + Math.min(durationMs, FENCE_AFTER_MS), () => {
      if (simulator.getHostAt(index).agent.status !== "dead") return;
      const others = simulator.hosts.filter((other) => other.index !== index);
      for (const other of others) simulator.tell(other.index, { kind: "host-fenced", ...order });
      if (others.length === 1) forceAlone(simulator, others);
    });
  },
  "stop-replication": (simulator, host, durationMs) => simulator.group.stopReplication(host, durationMs),
  switch: (simulator, _host, _durationMs, isUndisturbed) => switchPrimary(simulator, isUndisturbed),
  "switch-and-freeze-agent": (simulator, host, durationMs) => {
    FAULTS["freeze-agent"](simulator, host, durationMs, false);
    switchPrimary(simulator, false);
  },
  "switch-twice": (simulator, _host, durationMs) => {
    switchPrimary(simulator, false);
    heal(simulator, durationMs % 1500, () => switchPrimary(simulator, false));
  },
  "delete-address": (simulator, index) => {
    const host = simulator.getHostAt(index);
    const addresses = host.kernel.listAddresses();
    if (addresses.length > 0) host.robberies += 1;
    for (const address of addresses) host.removeAddress(address);
  },
  stranger: (simulator, _host, durationMs) => {
    simulator.setStranger(true);
    heal(simulator, durationMs, () => simulator.setStranger(false));
  },
  maintenance: (simulator, index, durationMs) => {
    const mode = durationMs % 2 === 0 ? "release" : "no-acquire";
    simulator.tell(index, { kind: "maintenance-set", mode });
    heal(simulator, durationMs, () => simulator.tell(index, { kind: "maintenance-set", mode: "off" }));
  },
  "operator-release": (simulator, index) => simulator.tell(index, { kind: "operator-release", stay: false }),
  "new-peers-epoch": (simulator) => simulator.publishConfig(false),
  "move-address": (simulator) => simulator.publishConfig(true),
  "carrier-loss": (simulator, index, durationMs) => {
    const host = simulator.getHostAt(index);
    const set = (isUp: boolean): void => {
      host.hasCarrier = isUp;
      simulator.network.setHost(index, isUp);
      host.agent.linkChanged();
    };
    set(false);
    heal(simulator, durationMs, () => set(true));
  },
  "lose-session": (simulator, index) => simulator.tell(index, { kind: "session-lost", detail: "killed" }),
};
