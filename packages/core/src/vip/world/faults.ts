import { Chance } from "./chance";
import type { FakeHost } from "./fake-host";
import type { World } from "./world";

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
export function applyFault(world: World, fault: Fault): void {
  const host = fault.host === PRIMARY ? world.group.truth.primary : fault.host;
  const isUndisturbed = world.isUndisturbed();
  world.observer.onDisturbance();
  world.group.disturb();
  FAULTS[fault.kind](world, host, fault.durationMs, isUndisturbed);
  world.group.disturb();
  world.observer.checkSingleHolder();
  world.observer.sample();
}

type Apply = (world: World, host: number, durationMs: number, isUndisturbed: boolean) => void;

/** Undoes something after a while, with the same care as doing it. */
function heal(world: World, afterMs: number, undo: () => void): void {
  world.openHeals += 1;
  world.time.at(world.time.now + afterMs, () => {
    world.openHeals -= 1;
    world.group.disturb();
    undo();
    world.group.disturb();
    world.observer.checkSingleHolder();
    world.observer.sample();
  });
}

function cut(directions: "both" | "out" | "in"): Apply {
  return (world, host, durationMs) => {
    const setAll = (isUp: boolean): void => {
      for (const other of world.hosts) {
        if (other.index === host) continue;
        if (directions !== "in" || isUp) world.network.setLink(host, other.index, isUp);
        if (directions !== "out" || isUp) world.network.setLink(other.index, host, isUp);
      }
    };
    setAll(false);
    heal(world, durationMs, () => setAll(true));
  };
}

function freezeMachine(clockStops: boolean): Apply {
  return (world, index, durationMs) => {
    const host = world.getHostAt(index);
    if (host.isFrozen) return;
    host.freeze();
    heal(world, Math.min(durationMs, 15_000), () => {
      world.group.resetHearing(index);
      host.resume(clockStops);
    });
  };
}

function freezeAgent(limitMs: number): Apply {
  return (world, index, durationMs) => {
    const host = world.getHostAt(index);
    if (host.agent.status !== "running") return;
    host.agent.freeze();
    // A frozen machine thaws nothing before its resume.
    heal(world, Math.min(durationMs, limitMs), () => host.later(0, () => host.agent.thaw()));
  };
}

function killAgent(world: World, index: number, durationMs: number): void {
  const host = world.getHostAt(index);
  host.agent.kill();
  // A supervisor on a frozen machine starts nothing before the resume.
  heal(world, durationMs, () => host.later(0, () => host.agent.start()));
}

/** The machine is gone at once with all that it held, and comes back after a while with nothing running for long. */
function losePower(world: World, index: number, durationMs: number): boolean {
  const host = world.getHostAt(index);
  if (host.isFrozen || host.agent.status === "dead" || !world.group.crashServer(index)) return false;
  host.agent.kill();
  for (const address of host.kernel.listAddresses()) host.removeAddress(address);
  host.gate.lose();
  host.hasCarrier = false;
  world.network.setHost(index, false);
  heal(world, MIN_POWER_LOSS_MS + durationMs, () => {
    host.hasCarrier = true;
    world.network.setHost(index, true);
    // A machine that was paused while it was off starts nothing before its resume.
    host.later(0, () => host.agent.start());
    world.group.restartServer(index);
  });
  return true;
}

/** Who is left of two has no majority: the operator who signs that the other is off lets its group go on, too. */
function forceAlone(world: World, left: readonly FakeHost[]): void {
  world.group.disturb();
  for (const { index } of left) world.group.forceAlone(index);
  world.group.disturb();
}

function switchPrimary(world: World, isUndisturbed: boolean): void {
  const target = world.group.switchPrimary();
  if (target !== null && isUndisturbed) world.observer.onSwitch(target);
}

function pickOther(world: World, host: number): number {
  return world.chance.pick(world.hosts.filter((other) => other.index !== host)).index;
}

const FAULTS: Readonly<Record<FaultKind, Apply>> = {
  partition: cut("both"),
  "cut-outgoing": cut("out"),
  "cut-incoming": cut("in"),
  "cut-one-link": (world, host, durationMs) => {
    const other = pickOther(world, host);
    const set = (isUp: boolean): void => {
      world.network.setLink(host, other, isUp);
      world.network.setLink(other, host, isUp);
    };
    set(false);
    heal(world, durationMs, () => set(true));
  },
  "cut-rpc": (world, host, durationMs) => {
    const other = pickOther(world, host);
    world.network.setRpc(host, other, false);
    heal(world, durationMs, () => world.network.setRpc(host, other, true));
  },
  "freeze-machine": freezeMachine(false),
  "pause-machine": freezeMachine(true),
  "freeze-mysqld": (world, host, durationMs) => {
    world.group.freezeServer(host);
    heal(world, durationMs, () => world.group.thawServer(host));
  },
  "freeze-another-mysqld": (world, host, durationMs, isUndisturbed) =>
    FAULTS["freeze-mysqld"](world, pickOther(world, host), durationMs, isUndisturbed),
  "cut-off-another": (world, host, durationMs, isUndisturbed) =>
    FAULTS.partition(world, pickOther(world, host), durationMs, isUndisturbed),
  "freeze-agent": freezeAgent(20_000),
  "stall-agent": freezeAgent(990),
  "kill-agent": (world, index, durationMs) => killAgent(world, index, durationMs),
  "restart-agent": (world, index) => killAgent(world, index, 250),
  "crash-mysqld": (world, index, durationMs) => {
    if (!world.group.crashServer(index)) return;
    world.getHostAt(index).agent.sessionLost();
    heal(world, Math.min(durationMs, 15_000), () => world.group.restartServer(index));
  },
  "lose-power": losePower,
  "lose-power-and-fence": (world, index, durationMs) => {
    // No operator signs for a host that is not off: its kernel may have the address although its agent is dead.
    if (!losePower(world, index, durationMs)) return;
    const order = { hostId: `host-${index}`, orderId: `order-${world.time.now}`, forMs: FENCE_MS };
    // An operator needs a while; and the host stays off for as long as the order counts.
    world.time.at(world.time.now + Math.min(durationMs, FENCE_AFTER_MS), () => {
      if (world.getHostAt(index).agent.status !== "dead") return;
      const others = world.hosts.filter((other) => other.index !== index);
      for (const other of others) world.tell(other.index, { kind: "host-fenced", ...order });
      if (others.length === 1) forceAlone(world, others);
    });
  },
  "stop-replication": (world, host, durationMs) => world.group.stopReplication(host, durationMs),
  switch: (world, _host, _durationMs, isUndisturbed) => switchPrimary(world, isUndisturbed),
  "switch-and-freeze-agent": (world, host, durationMs) => {
    FAULTS["freeze-agent"](world, host, durationMs, false);
    switchPrimary(world, false);
  },
  "switch-twice": (world, _host, durationMs) => {
    switchPrimary(world, false);
    heal(world, durationMs % 1500, () => switchPrimary(world, false));
  },
  "delete-address": (world, index) => {
    const host = world.getHostAt(index);
    const addresses = host.kernel.listAddresses();
    if (addresses.length > 0) host.robberies += 1;
    for (const address of addresses) host.removeAddress(address);
  },
  stranger: (world, _host, durationMs) => {
    world.setStranger(true);
    heal(world, durationMs, () => world.setStranger(false));
  },
  maintenance: (world, index, durationMs) => {
    const mode = durationMs % 2 === 0 ? "release" : "no-acquire";
    world.tell(index, { kind: "maintenance-set", mode });
    heal(world, durationMs, () => world.tell(index, { kind: "maintenance-set", mode: "off" }));
  },
  "operator-release": (world, index) => world.tell(index, { kind: "operator-release", stay: false }),
  "new-peers-epoch": (world) => world.publishConfig(false),
  "move-address": (world) => world.publishConfig(true),
  "carrier-loss": (world, index, durationMs) => {
    const host = world.getHostAt(index);
    const set = (isUp: boolean): void => {
      host.hasCarrier = isUp;
      world.network.setHost(index, isUp);
      host.agent.linkChanged();
    };
    set(false);
    heal(world, durationMs, () => set(true));
  },
  "lose-session": (world, index) => world.tell(index, { kind: "session-lost", detail: "killed" }),
};
