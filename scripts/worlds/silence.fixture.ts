import type { World } from "@primacy/core/vip/world";
import type { Worlds } from "./mutant.fixture";

/** Plays one schedule in which only one guard of quorum silence keeps two hosts from holding. */
export type Script = (worlds: Worlds, seed: number) => World;

/** The primary and holder, which is lost; the host that is elected then; and the next. */
const [A, B, C, D, E] = [0, 1, 2, 3, 4];
export const NEVER_MS = 600_000;

/** Changes something of group or network, with the care that the world asks for. */
function change(world: World, run: () => void): void {
  world.group.disturb();
  run();
  world.group.disturb();
  world.observer.checkSingleHolder();
  world.observer.sample();
}

/** Changes something at an instant. */
export function at(world: World, atMs: number, run: () => void): void {
  world.time.at(atMs, () => change(world, run));
}

/** Changes something once, as soon as the condition holds. */
export function when(world: World, fromMs: number, condition: () => boolean, run: () => void): void {
  world.time.at(fromMs, () => {
    if (condition()) change(world, run);
    else when(world, world.time.now + 1, condition, run);
  });
}

/** Whether the host's agent says that it holds. */
export function holds(world: World, host: number): boolean {
  return world.getHostAt(host).agent.state?.phase.status === "HOLDING";
}

/** The others no longer hear the host, which still hears them: only they suspect, and they expel. */
export function silence(world: World, host: number, others: readonly number[]): void {
  for (const other of others) world.network.setLink(host, other, false);
}

/** Cuts or mends the way between agents. */
export function cutAgents(world: World, host: number, others: readonly number[], isUp = false): void {
  for (const other of others) world.network.setRpc(host, other, isUp);
}

/** The host leaves the group for good, and its agent freezes with the address in the kernel. */
export function leaveFrozen(world: World, host: number): void {
  world.getHostAt(host).agent.freeze();
  world.group.stopReplication(host, NEVER_MS);
}

function isExpelled(world: World, host: number): boolean {
  return !world.group.truth.members.has(host);
}

/** Five members, two of which nobody configured: with those the primary has a majority although the others are deaf to it. */
export const majorityOfUnknownMembers: Script = ({ World: Fake }, seed) => {
  const world = new Fake({ seed, calm: true, unknownMembers: 2, expelAfterMs: 2000, endMs: 25_000 }, []);
  world.group.preferred = B;
  at(world, 8000, () => silence(world, A, [B, C]));
  return world;
};

/** One witness still hears the primary, but has not been told that this server is the primary's. */
export const heardUnderAnotherName: Script = (worlds, seed) => {
  const world = heardByOneWitness(worlds, seed);
  world.getHostAt(C).agent.quirks = { unknownServers: [`host-${A}`] };
  return world;
};

/** One witness still hears the primary, which has its majority through it. */
export const heardByOneWitness: Script = ({ World: Fake }, seed) => {
  const world = new Fake({ seed, calm: true, expelAfterMs: 2000, endMs: 25_000 }, []);
  world.group.preferred = B;
  at(world, 8000, () => silence(world, A, [B]));
  return world;
};

/** Five members: the two that heard the primary leave the moment after it is expelled. */
export const bothThatHeardItLeave: Script = ({ World: Fake }, seed) => {
  const world = new Fake({ seed, hosts: 5, calm: true, expelAfterMs: 2000, endMs: 25_000 }, []);
  world.group.preferred = B;
  at(world, 8000, () => silence(world, A, [B, C]));
  when(
    world,
    8000,
    () => isExpelled(world, A),
    () => {
      for (const other of [D, E]) world.group.stopReplication(other, NEVER_MS);
    },
  );
  return world;
};

/**
 * The primary is back after 7 s of silence, for less than a second and unseen: MySQL looks once a second who has been
 * heard. That is enough for it to take the address by acknowledgements, and then it leaves.
 */
export const backForAMoment: Script = ({ World: Fake }, seed) => {
  const world = new Fake({ seed, calm: true, expelAfterMs: NEVER_MS, endMs: 25_000 }, []);
  world.group.preferred = B;
  const cut = (isUp: boolean): void => {
    for (const other of [B, C]) {
      world.network.setLink(A, other, isUp);
      world.network.setLink(other, A, isUp);
    }
  };
  at(world, 8000, () => cut(false));
  at(world, 15_000, () => {
    for (const host of [B, C]) world.group.get(host).looksAt = world.time.now + 950;
    cut(true);
  });
  when(
    world,
    15_000,
    () => holds(world, A),
    () => leaveFrozen(world, A),
  );
  return world;
};

/** ... and its configuration, another one, does not ask for the next primary's acknowledgement. */
export const backByAnotherEpoch: Script = (worlds, seed) => {
  const world = backForAMoment(worlds, seed);
  at(world, 3000, () => {
    const { agent } = world.getHostAt(A);
    const peers = agent.config.peers.filter(({ hostId }) => hostId !== `host-${B}`);
    agent.config = { ...agent.config, epoch: 2, peers };
    world.tell(A, { kind: "config-replaced", config: agent.config });
  });
  at(world, 8000, () => cutAgents(world, A, [B]));
  return world;
};

/**
 * The reads of both others hang for almost four seconds, in which the primary is back and waits for the address, without
 * anybody's answer.
 */
export const backWhileNobodyReads: Script = ({ World: Fake }, seed) => {
  const world = new Fake({ seed, calm: true, expelAfterMs: NEVER_MS, endMs: 25_000 }, []);
  world.group.preferred = B;
  const others = [B, C];
  at(world, 5000, () => {
    cutAgents(world, A, others);
    for (const other of others) {
      world.network.setLink(A, other, false);
      world.network.setLink(other, A, false);
    }
  });
  at(world, 12_000, () => {
    for (const other of others) {
      world.getHostAt(other).agent.readGroup();
      world.getHostAt(other).agent.quirks = { isBlind: true };
      world.network.setLink(A, other, true);
      world.network.setLink(other, A, true);
    }
  });
  when(
    world,
    12_100,
    () => holds(world, A),
    () => leaveFrozen(world, A),
  );
  readAgainWhenGone(world, 12_100);
  return world;
};

/** The reads of both others hang, and meanwhile a host that had left joins, is made primary, takes the address, and leaves again. */
export const rejoinedBetweenReads: Script = ({ World: Fake }, seed) => {
  const world = new Fake({ seed, calm: true, expelAfterMs: NEVER_MS, endMs: 35_000 }, []);
  world.group.preferred = B;
  at(world, 4500, () => cutAgents(world, A, [B]));
  at(world, 5000, () => world.group.stopReplication(A, 5000));
  at(world, 9500, () => {
    for (const other of [B, C]) world.getHostAt(other).agent.quirks = { isBlind: true };
  });
  at(world, 13_000, () => {
    world.group.preferred = A;
    world.group.switchPrimary();
    world.group.preferred = B;
  });
  when(
    world,
    13_000,
    () => holds(world, A),
    () => {
      leaveFrozen(world, A);
      readAgainWhenGone(world, world.time.now);
    },
  );
  return world;
};

/** The moment both others have learned that the host is gone, their reads come through again. */
function readAgainWhenGone(world: World, fromMs: number): void {
  const isLearned = () =>
    isExpelled(world, A) && [B, C].every((other) => !world.group.get(other).view.members.has(A));
  when(world, fromMs, isLearned, () => {
    for (const other of [B, C]) {
      const { agent } = world.getHostAt(other);
      agent.quirks = {};
      agent.readGroup();
    }
  });
}

/** A build that shows a member as UNREACHABLE although it hears it now and then: the primary has its majority all the time. */
export const flickering: Script = ({ World: Fake }, seed) => {
  const world = new Fake({ seed, calm: true, expelAfterMs: NEVER_MS, endMs: 25_000 }, []);
  world.group.preferred = B;
  at(world, 1500, () => cutAgents(world, A, [B, C]));
  at(world, 2500, () => {
    for (const other of [B, C]) world.getHostAt(other).agent.quirks = { flickering: [`host-${A}`] };
  });
  at(world, 10_000, () => leaveFrozen(world, A));
  return world;
};
