import { expect, it } from "vitest";
import { World } from "./world";

const HOST = 0;

/** A calm world whose primary lets go by order, and then does what is given once it may take the address again. */
function afterRelease(act: (world: World) => void): readonly string[] {
  const world = new World({ seed: 1, calm: true, endMs: 20_000 }, []);
  const { agent } = world.getHostAt(HOST);
  const wait = (): void => {
    const { state } = agent;
    const status = state?.phase.status;
    const mayTake = status === "STANDBY" || status === "PROVING";
    if (mayTake && state?.strangers.running !== null) act(world);
    else world.time.at(world.time.now + 0.1, wait);
  };
  world.time.at(6_000, () => {
    world.tell(HOST, { kind: "operator-release", stay: false });
    wait();
  });
  return world.run().findings.map(({ invariant }) => invariant);
}

/** The agent believes for 4 s that a machine answers which is not there. */
function imagineStranger(world: World): void {
  const untilMs = world.time.now + 4_000;
  const imagine = (): void => {
    if (world.getHostAt(HOST).agent.state?.strangers.running !== null) imagineAnswer(world);
    if (world.time.now < untilMs) world.time.at(world.time.now + 50, imagine);
  };
  imagine();
}

function imagineAnswer(world: World): void {
  const { agent } = world.getHostAt(HOST);
  const strangerProbeId = agent.state?.strangers.running?.strangerProbeId ?? -1;
  const outcome = { kind: "answered", macs: ["02:ff:ff:ff:ff:ff"] } as const;
  agent.feed({
    kind: "stranger-checked",
    strangerProbeId,
    startedAtMs: world.getHostAt(HOST).localNow(),
    outcome,
  });
  expect(agent.state?.phase.status).toBe("CONFLICT");
}

it("an agent that takes the address again keeps the promise of liveness", () => {
  expect(afterRelease(() => undefined)).toEqual([]);
});

it("an agent that stays away for a stranger that is none breaks it, whatever it says of itself (I14)", () => {
  expect(afterRelease(imagineStranger)).toContain("I14");
});

it("an agent that stays away for a stranger that is there does not", () => {
  const isThere = (world: World): void => {
    world.setStranger(true);
    world.observer.sample();
  };
  expect(afterRelease(isThere)).toEqual([]);
});
