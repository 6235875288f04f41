import { describe, expect, it } from "vitest";
import type { FakeHost } from "./fake-host";
import { Simulator } from "./simulator";

const HOST = 0;
const ADDRESS = "10.0.0.100";

/** A holder that is told to stop, and what it leaves behind. */
function stop(reason: "shutdown" | "removed" | "uninstall"): { simulator: Simulator; host: FakeHost } {
  const simulator = new Simulator({ seed: 1, calm: true, endMs: 20_000 }, []);
  const host = simulator.getHostAt(HOST);
  simulator.time.at(8000, () => {
    expect(host.gate.hasConnections(ADDRESS), "it served clients").toBe(true);
    simulator.tell(HOST, { kind: "stop-requested", reason });
  });
  return { simulator, host };
}

describe("an agent that stops", () => {
  it.each([
    ["shutdown", true],
    ["removed", false],
    ["uninstall", false],
  ] as const)("for %s has let go before, and its gate stays closed: %s", (reason, staysClosed) => {
    const { simulator, host } = stop(reason);
    expect(simulator.run().findings).toEqual([]);
    expect(host.agent.status).toBe("dead");
    expect(host.kernel.listAddresses()).toEqual([]);
    expect(host.gate.hasConnections(ADDRESS)).toBe(false);
    expect(host.gate.isClosed(ADDRESS)).toBe(staysClosed);
  });
});
