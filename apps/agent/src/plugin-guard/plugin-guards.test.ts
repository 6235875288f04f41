import { message } from "@primacy/contract";
import type { LeftRemoval, MysqlStatus, PluginGuard } from "@primacy/contract/agent";
import { killedForMs } from "@primacy/core/greatdb-ha";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { LeftAddress } from "../address-helper/remove-left";
import { silentLog } from "../log/log";
import { unreachableStatus } from "../mysql/read-status";
import { planTestDocument } from "../testing/test-document";
import { type InterfaceAddress, monotonicMs } from "../vip/address/types";
import { PluginGuards } from "./plugin-guards";

vi.mock("../vip/address/types", async (original) => ({
  ...(await original<typeof import("../vip/address/types")>()),
  monotonicMs: vi.fn(),
}));

const guard: PluginGuard = {
  ...{ vipId: "0198f3f0-6d1e-7c3a-9f0e-000000000041", address: "10.0.0.102", prefixLength: 24, nic: "eth0" },
  ...{ labelForm: "greatdb_ha", serverPort: 3306 },
};
const left: InterfaceAddress = {
  ...{ interfaceName: "eth0", address: "10.0.0.102", prefixLength: 24, label: "eth0:0" },
  validSeconds: null,
};

/** A host whose server was killed and whose kernel still has the address, until the test says otherwise. */
class TestHost {
  addresses: readonly InterfaceAddress[] = [left];
  ports: readonly number[] | null = [22, 7433];
  isRunning = false;
  mysql: MysqlStatus | null = null;
  answer: LeftRemoval = { kind: "released" };
  readonly removed: LeftAddress[] = [];
  changes = 0;
  readonly guards = new PluginGuards({
    office: {
      removeLeft: async (asked) => {
        this.removed.push(asked);
        if (this.answer.kind === "released") this.addresses = [];
        return this.answer;
      },
    },
    runtime: this.#runtime(),
    log: silentLog,
    onChange: () => {
      this.changes += 1;
    },
    listPorts: async () => this.ports,
    isServerRunning: async () => this.isRunning,
  });

  #runtime() {
    const document = planTestDocument({ vips: [], guards: [guard] });
    const host = this;
    return {
      document,
      get mysql() {
        return host.mysql ?? unreachableStatus("down", null, monotonicMs());
      },
      host: {
        get latest() {
          return { addresses: host.addresses, links: [] };
        },
      },
    };
  }

  /** Looks once a second, so often; `at`: what happens before the look of that number. */
  async look(times: number, at: Readonly<Record<number, () => void>> = {}): Promise<void> {
    for (let n = 0; n < times; n += 1) {
      at[n]?.();
      await this.guards.look();
      nowMs += 1_000;
    }
  }
}

const enough = killedForMs / 1_000 + 1;
let nowMs = 0;
beforeEach(() => {
  nowMs = 50_000;
  vi.mocked(monotonicMs).mockImplementation(() => nowMs);
});
afterEach(() => vi.restoreAllMocks());

describe("a guard of the plugin's address", () => {
  test("has exactly the labelled address released once its server has been gone for long enough, and tells of it", async () => {
    const host = new TestHost();
    await host.look(enough - 1);
    expect(host.removed).toEqual([]);
    expect(host.guards.status()).toMatchObject([{ address: "10.0.0.102", last: null }]);
    await host.look(3);
    expect(host.removed).toEqual([{ address: "10.0.0.102", prefixLength: 24, nic: "eth0", label: "eth0:0" }]);
    expect(host.guards.status()).toMatchObject([
      { last: { outcome: "released", cause: "killed", reason: null } },
    ]);
    expect(host.changes).toBe(1);
  });

  test.each<[string, Partial<InterfaceAddress>]>([
    ["the agent's own address", { prefixLength: 32, label: "eth0:pv2vr04m", validSeconds: 2 }],
    ["another address", { address: "10.0.0.103" }],
    ["the address on another interface", { interfaceName: "eth1", label: "eth1:0" }],
    ["the address without an alias", { label: "eth0" }],
    ["the address under a label of somebody else", { label: "eth0:web" }],
    ["the address with another prefix length", { prefixLength: 16 }],
    ["an address with a lifetime", { validSeconds: 60 }],
  ])("lets %s be", async (_name, change) => {
    const host = new TestHost();
    host.addresses = [{ ...left, ...change }];
    await host.look(enough * 2);
    expect(host.removed).toEqual([]);
  });

  test("begins anew when the server listens again, and where the sockets could not be listed", async () => {
    for (const ports of [[22, 3306], null]) {
      const host = new TestHost();
      const before = host.ports;
      const restore = () => {
        host.ports = before;
      };
      await host.look(enough * 2 - 3, {
        [enough - 2]: () => {
          host.ports = ports;
        },
        [enough - 1]: restore,
      });
      expect(host.removed).toEqual([]);
      await host.look(3);
      expect(host.removed).toHaveLength(1);
    }
  });

  test("leaves the address where a server still runs, which may serve another port", async () => {
    const host = new TestHost();
    host.isRunning = true;
    await host.look(enough * 2);
    expect(host.removed).toEqual([]);
    host.isRunning = false;
    await host.look(enough);
    expect(host.removed).toHaveLength(1);
  });

  test("tells once of a refusal that stays the same, tries again every 10 s, and is done when somebody has seen to it", async () => {
    const host = new TestHost();
    const reason = message("guard.others_along", {
      others: "10.0.0.11",
      address: "x",
      nic: "eth0",
      command: "x",
    });
    host.answer = { kind: "refused", reason };
    await host.look(enough);
    const [first] = host.guards.status() ?? [];
    expect(first?.last).toMatchObject({ outcome: "refused", reason });
    await host.look(20);
    expect(host.removed).toHaveLength(3);
    expect(host.guards.status()).toEqual([first]);
    const { addresses } = host;
    host.addresses = [];
    await host.look(1);
    expect(host.guards.status()).toMatchObject([{ last: null }]);
    host.addresses = addresses;
    await host.look(enough);
    expect(host.guards.status()).toMatchObject([{ last: { outcome: "refused" } }]);
    // The server is back, and the primary again: the address is its own.
    host.mysql = { ...unreachableStatus("up", null, nowMs), isSinglePrimary: true, memberRole: "PRIMARY" };
    await host.look(1);
    expect(host.guards.status()).toMatchObject([{ last: null }]);
  });
});
