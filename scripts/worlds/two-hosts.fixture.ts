import type { World } from "@primacy/core/vip/world";
import { at, cutAgents, holds, leaveFrozen, NEVER_MS, type Script, silence, when } from "./silence.fixture";

/** Groups of two: the primary and holder, which is lost, and the other one, which has no witness beside itself. */
const [A, B] = [0, 1];

/** No host hears the other: neither has a majority, and so neither can drop the other from the view. */
function cut(world: World, isUp = false): void {
  world.network.setLink(A, B, isUp);
  world.network.setLink(B, A, isUp);
}

/** The operator lets the group of the other host go on alone, and says nothing to the agents. */
function force(world: World): void {
  world.group.forceAlone(B);
}

/** The hosts are cut off from each other, for ever. */
export const cutApart: Script = ({ World: Fake }, seed) => {
  const world = new Fake({ seed, hosts: 2, calm: true, expelAfterMs: 0, endMs: 40_000 }, []);
  at(world, 8000, () => cut(world));
  return world;
};

/** ... the holder's agent freezes at that instant, and after a while the group of the other host is forced to go on. */
export function cutAndForced(afterMs: number): Script {
  return (worlds, seed) => {
    const world = cutApart(worlds, seed);
    at(world, 8000, () => world.getHostAt(A).agent.freeze());
    at(world, 8000 + afterMs, () => force(world));
    return world;
  };
}

/** The primary leaves of its own accord, heard until then; its agent freezes with the address, and cannot be asked. */
export const leavesWhileHeard: Script = ({ World: Fake }, seed) => {
  const world = new Fake({ seed, hosts: 2, calm: true, expelAfterMs: NEVER_MS, endMs: 25_000 }, []);
  at(world, 1500, () => cutAgents(world, A, [B]));
  at(world, 8000, () => leaveFrozen(world, A));
  return world;
};

/** Three members, one of which nobody configured: through it the primary has a majority although the other host is deaf to it. */
export const majorityOfUnknownMember: Script = ({ World: Fake }, seed) => {
  const world = new Fake(
    { seed, hosts: 2, unknownMembers: 1, calm: true, expelAfterMs: 2000, endMs: 25_000 },
    [],
  );
  world.group.preferred = B;
  at(world, 8000, () => silence(world, A, [B]));
  return world;
};

/** The primary is back after 7 s of silence, unseen, for long enough to take the address by an acknowledgement; then it leaves. */
export const backForAMoment: Script = ({ World: Fake }, seed) => {
  const world = new Fake({ seed, hosts: 2, calm: true, expelAfterMs: NEVER_MS, endMs: 25_000 }, []);
  at(world, 8000, () => cut(world));
  at(world, 15_000, () => {
    world.group.get(B).looksAt = world.time.now + 950;
    cut(world, true);
  });
  leaveOnceHeld(world, 15_000);
  return world;
};

/** ... by a configuration that names no other host, so that it waits for nobody. */
export const backByAnotherEpoch: Script = (worlds, seed) => {
  const world = backForAMoment(worlds, seed);
  at(world, 3000, () => {
    const { agent } = world.getHostAt(A);
    agent.config = { ...agent.config, epoch: 2, peers: [] };
    world.tell(A, { kind: "config-replaced", config: agent.config });
  });
  at(world, 8000, () => cutAgents(world, A, [B]));
  return world;
};

/** The reads of the other host hang for almost four seconds, in which the primary is back and waits for the address. */
export const backWhileNobodyReads: Script = ({ World: Fake }, seed) => {
  const world = new Fake({ seed, hosts: 2, calm: true, expelAfterMs: NEVER_MS, endMs: 25_000 }, []);
  at(world, 5000, () => {
    cutAgents(world, A, [B]);
    cut(world);
  });
  at(world, 12_000, () => {
    goBlind(world, true);
    cut(world, true);
  });
  leaveOnceHeld(world, 12_100, () => readAgainWhenGone(world));
  return world;
};

/** The reads of the other host hang, and meanwhile the one that had left joins, is made primary, takes the address, leaves again. */
export const rejoinedBetweenReads: Script = ({ World: Fake }, seed) => {
  const world = new Fake({ seed, hosts: 2, calm: true, expelAfterMs: NEVER_MS, endMs: 35_000 }, []);
  at(world, 4500, () => cutAgents(world, A, [B]));
  at(world, 5000, () => world.group.stopReplication(A, 5000));
  at(world, 9500, () => goBlind(world, true));
  at(world, 13_000, () => world.group.switchPrimary());
  leaveOnceHeld(world, 13_000, () => readAgainWhenGone(world));
  return world;
};

/** A build that shows a member as UNREACHABLE although it hears it now and then. */
export const flickering: Script = ({ World: Fake }, seed) => {
  const world = new Fake({ seed, hosts: 2, calm: true, expelAfterMs: NEVER_MS, endMs: 25_000 }, []);
  at(world, 1500, () => cutAgents(world, A, [B]));
  at(world, 2500, () => {
    world.getHostAt(B).agent.quirks = { flickering: [`host-${A}`] };
  });
  at(world, 10_000, () => leaveFrozen(world, A));
  return world;
};

function leaveOnceHeld(world: World, fromMs: number, then = (): void => undefined): void {
  when(
    world,
    fromMs,
    () => holds(world, A),
    () => {
      leaveFrozen(world, A);
      then();
    },
  );
}

/** The other host's agent reads once more, and then its reads hang; or they come through again. */
function goBlind(world: World, isBlind: boolean): void {
  const { agent } = world.getHostAt(B);
  if (isBlind) agent.readGroup();
  agent.quirks = { isBlind };
  if (!isBlind) agent.readGroup();
}

/** The moment the other host's server has learned that the primary is gone, its reads come through again. */
function readAgainWhenGone(world: World): void {
  const isLearned = () => !world.group.truth.members.has(A) && !world.group.get(B).view.members.has(A);
  when(world, world.time.now, isLearned, () => goBlind(world, false));
}
