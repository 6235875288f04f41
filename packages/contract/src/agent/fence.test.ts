import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type FenceOrder, formatFenceOrder, parseFenceOrder } from "./fence";

const order: FenceOrder = {
  orderId: "0198f3f0-6d1e-7c3a-9f0e-3b7a5f1c2d4e",
  clusterId: "0198f3f0-6d1e-7c3a-9f0e-3b7a5f1c2d4f",
  clusterName: "orders of  the shop",
  hosts: [
    { hostId: "0198f3f0-6d1e-7c3a-9f0e-3b7a5f1c2d50", address: "10.0.0.12", name: "db2" },
    { hostId: "0198f3f0-6d1e-7c3a-9f0e-3b7a5f1c2d51", address: "10.0.0.13", name: "db 3, rack B" },
  ],
  notAfter: "2026-11-23T20:00:00.000Z",
};

const name = fc
  .array(fc.constantFrom("a", "Z", "7", " ", "-", "host", "order", "not after", "数", "."), { maxLength: 9 })
  .map((parts) => `x${parts.join("")}y`);

describe("the text of an order", () => {
  it("is read back as it was, whatever the names say", () => {
    expect(parseFenceOrder(formatFenceOrder(order))).toEqual(order);
    fc.assert(
      fc.property(name, name, (cluster, host) => {
        const hosts = order.hosts.map((one) => ({ ...one, name: host }));
        const named = { ...order, clusterName: cluster, hosts };
        expect(parseFenceOrder(formatFenceOrder(named))).toEqual(named);
      }),
    );
  });

  it("is no order with one character more, less, or another", () => {
    const text = formatFenceOrder(order);
    fc.assert(
      fc.property(
        fc.nat({ max: text.length - 1 }),
        fc.constantFrom("", "x", " ", "\n", "\r\n"),
        fc.boolean(),
        (at, inserted, isReplaced) => {
          const changed = text.slice(0, at) + inserted + text.slice(isReplaced ? at + 1 : at);
          const read = parseFenceOrder(changed);
          // A name or a number that became another one is another order, never this one.
          if (changed !== text) expect(read).not.toEqual(order);
        },
      ),
      { numRuns: 500 },
    );
    expect(parseFenceOrder(`${text}\n`)).toBeNull();
    expect(parseFenceOrder(text.replace("db2", "db2\nhost x"))).toBeNull();
    expect(parseFenceOrder(text.replace(/^host .*\n/gm, ""))).toBeNull();
  });
});
