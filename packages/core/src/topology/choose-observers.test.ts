import { describe, expect, it } from "vitest";
import { chooseObservers, type ObserverCandidate } from "./choose-observers";

const vips = [{ address: "10.77.0.100", prefixLength: 24 }];

function host(hostId: string, change: Partial<ObserverCandidate> = {}): ObserverCandidate {
  return { hostId, agentState: "answering", addresses: ["10.77.0.20/24"], canAsk: null, ...change };
}

describe("chooseObservers", () => {
  it("takes hosts that can ask before those that cannot, however many of these come first", () => {
    const elsewhere = ["a", "b", "c"].map((id) => host(id, { addresses: ["192.168.9.4/24"] }));
    const silent = host("d", { agentState: "silent" });
    expect(chooseObservers([...elsewhere, silent, host("near")], vips, 2)).toEqual(["near", "a"]);
  });

  it("believes the agent rather than what was stored of its interfaces", () => {
    const moved = host("moved", { addresses: [], canAsk: true });
    const cut = host("cut", { canAsk: false });
    expect(chooseObservers([cut, host("unknown", { addresses: [] }), moved], vips, 3)).toEqual([
      "moved",
      "unknown",
      "cut",
    ]);
  });

  it("keeps the order of equals, and takes no more than the limit", () => {
    expect(chooseObservers([host("a"), host("b"), host("c")], vips, 2)).toEqual(["a", "b"]);
    expect(chooseObservers([host("a")], [], 2)).toEqual(["a"]);
  });

  it("does not trip over addresses that are none of IPv4", () => {
    const odd = host("odd", { addresses: ["fe80::1/64", ""] });
    expect(chooseObservers([odd, host("near")], vips, 1)).toEqual(["near"]);
  });
});
