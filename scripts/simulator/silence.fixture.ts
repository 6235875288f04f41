import type { Simulator } from "@primacy/core/vip/simulator";
import type { SimulatorModule } from "./mutant.fixture";

/** Plays one schedule in which only one guard of quorum silence keeps two hosts from holding. */
export type Script = (simulatorModule: SimulatorModule, seed: number) => Simulator;

/** The primary and holder, which is lost; the host that is elected then; and the next. */
const [A, B, C, D, E] = [0, 1, 2, 3, 4];
export const NEVER_MS = 600_000;

/** Changes something of group or network, with the care that the world asks for. */
function change(simulator: Simulator, run: () => void): void {
  simulator.group.disturb();
  run();
  simulator.group.disturb();
  simulator.observer.checkSingleHolder();
  simulator.observer.sample();
}

/** Changes something at an instant. */
export function at(simulator: Simulator, atMs: number, run: () => void): void {
  simulator.time.at(atMs, () => change(simulator, run));
}

/** Changes something once, as soon as the condition holds. */
export function when(simulator: Simulator, fromMs: number, condition: () => boolean, run: () => void): void {
  simulator.time.at(fromMs, () => {
    if (condition()) change(simulator, run);
    else when(simulator, simulator.time.now + 1, condition, run);
  });
}

/** Whether the host's agent says that it holds. */
export function holds(simulator: Simulator, host: number): boolean {
  return simulator.getHostAt(host).agent.state?.phase.status === "HOLDING";
}

/** The others no longer hear the host, which still hears them: only they suspect, and they expel. */
export function silence(simulator: Simulator, host: number, others: readonly number[]): void {
  for (const other of others) simulator.network.setLink(host, other, false);
}

/** Cuts or mends the way between agents. */
export function cutAgents(simulator: Simulator, host: number, others: readonly number[], isUp = false): void {
  for (const other of others) simulator.network.setRpc(host, other, isUp);
}

/** The host leaves the group for good, and its agent freezes with the address in the kernel. */
export function leaveFrozen(simulator: Simulator, host: number): void {
  simulator.getHostAt(host).agent.freeze();
  simulator.group.stopReplication(host, NEVER_MS);
}

function isExpelled(simulator: Simulator, host: number): boolean {
  return !simulator.group.truth.members.has(host);
}

/** Five members, two of which nobody configured: with those the primary has a majority although the others are deaf to it. */
export const majorityOfUnknownMembers: Script = ({ Simulator: Fake }, seed) => {
  const simulator = new Fake({ seed, calm: true, unknownMembers: 2, expelAfterMs: 2000, endMs: 25_000 }, []);
  simulator.group.preferred = B;
  at(simulator, 8000, () => silence(simulator, A, [B, C]));
  return simulator;
};

/** One witness still hears the primary, but has not been told that this server is the primary's. */
export const heardUnderAnotherName: Script = (simulatorModule, seed) => {
  const simulator = heardByOneWitness(simulatorModule, seed);
  simulator.getHostAt(C).agent.quirks = { unknownServers: [`host-${A}`] };
  return simulator;
};

/** One witness still hears the primary, which has its majority through it. */
export const heardByOneWitness: Script = ({ Simulator: Fake }, seed) => {
  const simulator = new Fake({ seed, calm: true, expelAfterMs: 2000, endMs: 25_000 }, []);
  simulator.group.preferred = B;
  at(simulator, 8000, () => silence(simulator, A, [B]));
  return simulator;
};

/** Five members: the two that heard the primary leave the moment after it is expelled. */
export const bothThatHeardItLeave: Script = ({ Simulator: Fake }, seed) => {
  const simulator = new Fake({ seed, hosts: 5, calm: true, expelAfterMs: 2000, endMs: 25_000 }, []);
  simulator.group.preferred = B;
  at(simulator, 8000, () => silence(simulator, A, [B, C]));
  when(
    simulator,
    8000,
    () => isExpelled(simulator, A),
    () => {
      for (const other of [D, E]) simulator.group.stopReplication(other, NEVER_MS);
    },
  );
  return simulator;
};

/**
 * The primary is back after 7 s of silence, for less than a second and unseen: MySQL looks once a second who has been
 * heard. That is enough for it to take the address by acknowledgements, and then it leaves.
 */
export const backForAMoment: Script = ({ Simulator: Fake }, seed) => {
  const simulator = new Fake({ seed, calm: true, expelAfterMs: NEVER_MS, endMs: 25_000 }, []);
  simulator.group.preferred = B;
  const cut = (isUp: boolean): void => {
    for (const other of [B, C]) {
      simulator.network.setLink(A, other, isUp);
      simulator.network.setLink(other, A, isUp);
    }
  };
  at(simulator, 8000, () => cut(false));
  at(simulator, 15_000, () => {
    for (const host of [B, C]) simulator.group.get(host).looksAt = simulator.time.now + 950;
    cut(true);
  });
  when(
    simulator,
    15_000,
    () => holds(simulator, A),
    () => leaveFrozen(simulator, A),
  );
  return simulator;
};

/** ... and its configuration, another one, does not ask for the next primary's acknowledgement. */
export const backByAnotherEpoch: Script = (simulatorModule, seed) => {
  const simulator = backForAMoment(simulatorModule, seed);
  at(simulator, 3000, () => {
    const { agent } = simulator.getHostAt(A);
    const peers = agent.config.peers.filter(({ hostId }) => hostId !== `host-${B}`);
    agent.config = { ...agent.config, epoch: 2, peers };
    simulator.tell(A, { kind: "config-replaced", config: agent.config });
  });
  at(simulator, 8000, () => cutAgents(simulator, A, [B]));
  return simulator;
};

/**
 * The reads of both others hang for almost four seconds, in which the primary is back and waits for the address, without
 * anybody's answer.
 */
export const backWhileNobodyReads: Script = ({ Simulator: Fake }, seed) => {
  const simulator = new Fake({ seed, calm: true, expelAfterMs: NEVER_MS, endMs: 25_000 }, []);
  simulator.group.preferred = B;
  const others = [B, C];
  at(simulator, 5000, () => {
    cutAgents(simulator, A, others);
    for (const other of others) {
      simulator.network.setLink(A, other, false);
      simulator.network.setLink(other, A, false);
    }
  });
  at(simulator, 12_000, () => {
    for (const other of others) {
      simulator.getHostAt(other).agent.readGroup();
      simulator.getHostAt(other).agent.quirks = { isBlind: true };
      simulator.network.setLink(A, other, true);
      simulator.network.setLink(other, A, true);
    }
  });
  when(
    simulator,
    12_100,
    () => holds(simulator, A),
    () => leaveFrozen(simulator, A),
  );
  readAgainWhenGone(simulator, 12_100);
  return simulator;
};

/** The reads of both others hang, and meanwhile a host that had left joins, is made primary, takes the address, and leaves again. */
export const rejoinedBetweenReads: Script = ({ Simulator: Fake }, seed) => {
  const simulator = new Fake({ seed, calm: true, expelAfterMs: NEVER_MS, endMs: 35_000 }, []);
  simulator.group.preferred = B;
  at(simulator, 4500, () => cutAgents(simulator, A, [B]));
  at(simulator, 5000, () => simulator.group.stopReplication(A, 5000));
  at(simulator, 9500, () => {
    for (const other of [B, C]) simulator.getHostAt(other).agent.quirks = { isBlind: true };
  });
  at(simulator, 13_000, () => {
    simulator.group.preferred = A;
    simulator.group.switchPrimary();
    simulator.group.preferred = B;
  });
  when(
    simulator,
    13_000,
    () => holds(simulator, A),
    () => {
      leaveFrozen(simulator, A);
      readAgainWhenGone(simulator, simulator.time.now);
    },
  );
  return simulator;
};

/** The moment both others have learned that the host is gone, their reads come through again. */
function readAgainWhenGone(simulator: Simulator, fromMs: number): void {
  const isLearned = () =>
    isExpelled(simulator, A) && [B, C].every((other) => !simulator.group.get(other).view.members.has(A));
  when(simulator, fromMs, isLearned, () => {
    for (const other of [B, C]) {
      const { agent } = simulator.getHostAt(other);
      agent.quirks = {};
      agent.readGroup();
    }
  });
}

/** A build that shows a member as UNREACHABLE although it hears it now and then: the primary has its majority all the time. */
export const flickering: Script = ({ Simulator: Fake }, seed) => {
  const simulator = new Fake({ seed, calm: true, expelAfterMs: NEVER_MS, endMs: 25_000 }, []);
  simulator.group.preferred = B;
  at(simulator, 1500, () => cutAgents(simulator, A, [B, C]));
  at(simulator, 2500, () => {
    for (const other of [B, C]) simulator.getHostAt(other).agent.quirks = { flickering: [`host-${A}`] };
  });
  at(simulator, 10_000, () => leaveFrozen(simulator, A));
  return simulator;
};
