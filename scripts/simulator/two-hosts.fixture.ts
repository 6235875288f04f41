import type { Simulator } from "@primacy/core/vip/simulator";
import { at, cutAgents, holds, leaveFrozen, NEVER_MS, type Script, silence, when } from "./silence.fixture";

/** Groups of two: the primary and holder, which is lost, and the other one, which has no witness beside itself. */
const [A, B] = [0, 1];

/** No host hears the other: neither has a majority, and so neither can drop the other from the view. */
function cut(simulator: Simulator, isUp = false): void {
  simulator.network.setLink(A, B, isUp);
  simulator.network.setLink(B, A, isUp);
}

/** The operator lets the group of the other host go on alone, and says nothing to the agents. */
function force(simulator: Simulator): void {
  simulator.group.forceAlone(B);
}

/** The hosts are cut off from each other, for ever. */
export const cutApart: Script = ({ Simulator: Fake }, seed) => {
  const simulator = new Fake({ seed, hosts: 2, calm: true, expelAfterMs: 0, endMs: 40_000 }, []);
  at(simulator, 8000, () => cut(simulator));
  return simulator;
};

/** ... the holder's agent freezes at that instant, and after a while the group of the other host is forced to go on. */
export function cutAndForced(afterMs: number): Script {
  return (simulatorModule, seed) => {
    const simulator = cutApart(simulatorModule, seed);
    at(simulator, 8000, () => simulator.getHostAt(A).agent.freeze());
    at(simulator, 8000 + afterMs, () => force(simulator));
    return simulator;
  };
}

/** The primary leaves of its own accord, heard until then; its agent freezes with the address, and cannot be asked. */
export const leavesWhileHeard: Script = ({ Simulator: Fake }, seed) => {
  const simulator = new Fake({ seed, hosts: 2, calm: true, expelAfterMs: NEVER_MS, endMs: 25_000 }, []);
  at(simulator, 1500, () => cutAgents(simulator, A, [B]));
  at(simulator, 8000, () => leaveFrozen(simulator, A));
  return simulator;
};

/** Three members, one of which nobody configured: through it the primary has a majority although the other host is deaf to it. */
export const majorityOfUnknownMember: Script = ({ Simulator: Fake }, seed) => {
  const simulator = new Fake(
    { seed, hosts: 2, unknownMembers: 1, calm: true, expelAfterMs: 2000, endMs: 25_000 },
    [],
  );
  simulator.group.preferred = B;
  at(simulator, 8000, () => silence(simulator, A, [B]));
  return simulator;
};

/** The primary is back after 7 s of silence, unseen, for long enough to take the address by an acknowledgement; then it leaves. */
export const backForAMoment: Script = ({ Simulator: Fake }, seed) => {
  const simulator = new Fake({ seed, hosts: 2, calm: true, expelAfterMs: NEVER_MS, endMs: 25_000 }, []);
  at(simulator, 8000, () => cut(simulator));
  at(simulator, 15_000, () => {
    simulator.group.get(B).looksAt = simulator.time.now + 950;
    cut(simulator, true);
  });
  leaveOnceHeld(simulator, 15_000);
  return simulator;
};

/** ... by a configuration that names no other host, so that it waits for nobody. */
export const backByAnotherEpoch: Script = (simulatorModule, seed) => {
  const simulator = backForAMoment(simulatorModule, seed);
  at(simulator, 3000, () => {
    const { agent } = simulator.getHostAt(A);
    agent.config = { ...agent.config, epoch: 2, peers: [] };
    simulator.tell(A, { kind: "config-replaced", config: agent.config });
  });
  at(simulator, 8000, () => cutAgents(simulator, A, [B]));
  return simulator;
};

/** The reads of the other host hang for almost four seconds, in which the primary is back and waits for the address. */
export const backWhileNobodyReads: Script = ({ Simulator: Fake }, seed) => {
  const simulator = new Fake({ seed, hosts: 2, calm: true, expelAfterMs: NEVER_MS, endMs: 25_000 }, []);
  at(simulator, 5000, () => {
    cutAgents(simulator, A, [B]);
    cut(simulator);
  });
  at(simulator, 12_000, () => {
    goBlind(simulator, true);
    cut(simulator, true);
  });
  leaveOnceHeld(simulator, 12_100, () => readAgainWhenGone(simulator));
  return simulator;
};

/** The reads of the other host hang, and meanwhile the one that had left joins, is made primary, takes the address, leaves again. */
export const rejoinedBetweenReads: Script = ({ Simulator: Fake }, seed) => {
  const simulator = new Fake({ seed, hosts: 2, calm: true, expelAfterMs: NEVER_MS, endMs: 35_000 }, []);
  at(simulator, 4500, () => cutAgents(simulator, A, [B]));
  at(simulator, 5000, () => simulator.group.stopReplication(A, 5000));
  at(simulator, 9500, () => goBlind(simulator, true));
  at(simulator, 13_000, () => simulator.group.switchPrimary());
  leaveOnceHeld(simulator, 13_000, () => readAgainWhenGone(simulator));
  return simulator;
};

/** A build that shows a member as UNREACHABLE although it hears it now and then. */
export const flickering: Script = ({ Simulator: Fake }, seed) => {
  const simulator = new Fake({ seed, hosts: 2, calm: true, expelAfterMs: NEVER_MS, endMs: 25_000 }, []);
  at(simulator, 1500, () => cutAgents(simulator, A, [B]));
  at(simulator, 2500, () => {
    simulator.getHostAt(B).agent.quirks = { flickering: [`host-${A}`] };
  });
  at(simulator, 10_000, () => leaveFrozen(simulator, A));
  return simulator;
};

function leaveOnceHeld(simulator: Simulator, fromMs: number, then = (): void => undefined): void {
  when(
    simulator,
    fromMs,
    () => holds(simulator, A),
    () => {
      leaveFrozen(simulator, A);
      then();
    },
  );
}

/** The other host's agent reads once more, and then its reads hang; or they come through again. */
function goBlind(simulator: Simulator, isBlind: boolean): void {
  const { agent } = simulator.getHostAt(B);
  if (isBlind) agent.readGroup();
  agent.quirks = { isBlind };
  if (!isBlind) agent.readGroup();
}

/** The moment the other host's server has learned that the primary is gone, its reads come through again. */
function readAgainWhenGone(simulator: Simulator): void {
  const isLearned = () =>
    !simulator.group.truth.members.has(A) && !simulator.group.get(B).view.members.has(A);
  when(simulator, simulator.time.now, isLearned, () => goBlind(simulator, false));
}
