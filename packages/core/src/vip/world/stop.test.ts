import { describe, expect, it } from "vitest";
import type { FakeHost } from "./fake-host";
import { World } from "./world";

const HOST = 0;
const ADDRESS = "10.0.0.100";

/** A holder that is told to stop, and what it leaves behind. */
function stop(reason: "shutdown" | "removed" | "uninstall"): { world: World; host: FakeHost } {
  const world = new World({ seed: 1, calm: true, endMs: 20_000 }, []);
  const host = world.getHostAt(HOST);
  world.time.at(8000, () => {
    expect(host.gate.hasConnections(ADDRESS), "it served clients").toBe(true);
    world.tell(HOST, { kind: "stop-requested", reason });
  });
  return { world, host };
}

describe("an agent that stops", () => {
  it.each([
    ["shutdown", true],
    ["removed", false],
    ["uninstall", false],
  ] as const)("for %s has let go before, and its gate stays closed: %s", (reason, staysClosed) => {
    const { world, host } = stop(reason);
    expect(world.run().findings).toEqual([]);
    expect(host.agent.status).toBe("dead");
    expect(host.kernel.listAddresses()).toEqual([]);
    expect(host.gate.hasConnections(ADDRESS)).toBe(false);
    expect(host.gate.isClosed(ADDRESS)).toBe(staysClosed);
  });
});
