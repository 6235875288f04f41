import { type Message, message } from "@primacy/contract";
import { describe, expect, it } from "vitest";
import { exampleReadFindings } from "../../../../../../packages/core/src/drill/findings/drill-reads.fixture";
import { exampleFindings } from "../../../../../../packages/core/src/drill/findings/drill-record.fixture";
import { listLanes, spanOf } from "./timeline-lanes";

const words = {
  groups: {
    ...{ predicted: "predicted", views: "views", readOnly: "read only", addresses: "address", arp: "arp" },
    ...{ logs: "logs", proxies: "proxies" },
  },
  phase: (phase: string) => phase,
  lane: (lane: string) => lane,
  outcome: (outcome: string, count: number, others: number) =>
    others === 0 ? `${count} ${outcome}` : `${count} ${outcome}, ${others} others`,
  lines: (worst: string, others: number) => `${worst} +${others}`,
  silent: "silent",
  readOnly: "read-only",
  writable: "writable",
  leads: (server: string) => `to ${server}`,
  nowhere: (reason?: Message) => (reason === undefined ? "nowhere" : `nowhere: ${reason.text}`),
  unanswered: "unanswered",
  reader: (endpoint: string) => `reads of ${endpoint}`,
  held: "held",
  absent: "absent",
  nobody: "nobody",
};

describe("the lanes of a drill", () => {
  const findings = exampleFindings();
  const lanes = listLanes(findings, words);

  it("are the predicted phases, each server's own view, who is read-only, who holds the address, and three strips for each way", () => {
    const groups = [...new Set(lanes.map(({ group }) => group))];
    expect(groups).toEqual(["predicted", "views", "read only", "address 10.77.0.100", "VIP", "Router app1"]);
    expect(lanes.filter(({ group }) => group === "views").map(({ label }) => label)).toEqual([
      "db1",
      "db2",
      "db3",
    ]);
    expect(lanes.filter(({ group }) => group === "VIP").map(({ label }) => label)).toEqual([
      "write",
      "read",
      "login",
    ]);
    expect(new Set(lanes.map(({ id }) => id)).size).toBe(lanes.length);
  });

  it("are two strips more for each way that is only read through, behind all others, and who holds its VIP", () => {
    const all = listLanes(exampleReadFindings(), words);
    const own = all.slice(-4).map(({ group, label, bars }) => [group, label, bars[0]?.label]);
    expect(own).toEqual([
      ["reads of 10.77.0.101:3306", "read", "20 acked, db1"],
      ["reads of 10.77.0.101:3306", "login", "8 acked, db1"],
      ["reads of db3 10.77.0.13:3306", "read", expect.stringMatching(/^\d+ acked, db3$/)],
      ["reads of db3 10.77.0.13:3306", "login", expect.stringMatching(/^\d+ acked, db3$/)],
    ]);
    expect(all.map(({ group }) => group)).toContain("address 10.77.0.101");
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  });

  it("show a view without a primary that is ONLINE as failed, and one with a member missing or on its way as no failure", () => {
    const view = lanes.find(({ id }) => id === "view db2");
    expect(view?.bars.map(({ tone }) => tone)).toContain("failed");
    expect(view?.bars.find(({ tone }) => tone !== "unknown")?.tone).toBe("ok");
  });

  it("show who is read-only in another tone than who says nothing", () => {
    const bars = lanes.filter(({ group }) => group === "read only").flatMap((lane) => lane.bars);
    const tones = bars.map(({ label, tone }) => [label, tone].join(" "));
    expect(new Set(tones)).toEqual(new Set(["read-only busy", "writable ok", "silent unknown"]));
  });

  it("say of attempts that were put together how many others there are, as a warning", () => {
    const [first, ...rest] = findings.endpoints;
    if (first === undefined) throw new Error("the example has no way");
    const span = { fromMs: 0, toMs: 200, outcome: "acked", count: 16, server: "db1", others: 5 } as const;
    const merged = { ...first, strips: { ...first.strips, write: [span] } };
    const drawn = listLanes({ ...findings, endpoints: [merged, ...rest] }, words);
    expect(drawn.find(({ id }) => id === "strip VIP write")?.bars).toEqual([
      { fromMs: 0, toMs: 200, label: "11 acked, 5 others, db1", tone: "warning" },
    ]);
  });

  it("show who answers on the wire: one as well, two as a failure, and nobody as neither", () => {
    const at = (fromMs: number, owners: string[] | null) => ({ fromMs, toMs: fromMs + 1_000, owners });
    const spans = [at(0, null), at(1_000, ["db1"]), at(2_000, []), at(3_000, ["db1", "db2"])];
    const arp = [{ address: "10.77.0.100", askedBy: "app1", spans }];
    const drawn = listLanes({ ...findings, lanes: { ...findings.lanes, arp } }, words);
    const lane = drawn.find(({ group }) => group === "arp");
    expect(lane?.label).toBe("10.77.0.100 (app1)");
    expect(lane?.bars.map(({ label, tone }) => [label, tone])).toEqual([
      ["silent", "unknown"],
      ["10.77.0.100: db1", "ok"],
      ["nobody", "warning"],
      ["10.77.0.100: db1, db2", "failed"],
    ]);
  });

  it("show where proxies lead: to nowhere as a failure, and silence as a warning", () => {
    const at = { fromMs: 0, toMs: 1_000, server: null } as const;
    const spans = [
      { ...at, state: "leads" as const, server: "db1" },
      { ...at, state: "nowhere" as const },
      { ...at, state: "nowhere" as const, reason: message("why.connection_refused") },
      { ...at, state: "silent" as const },
      { ...at, state: null },
    ];
    const proxies = [{ host: "px1", port: 3_307, spans }];
    const drawn = listLanes({ ...findings, lanes: { ...findings.lanes, proxies } }, words);
    const lane = drawn.find(({ group }) => group === "proxies");
    expect(lane?.label).toBe("px1:3307");
    expect(lane?.bars.map(({ label, tone }) => [label, tone])).toEqual([
      ["to db1", "ok"],
      ["nowhere", "failed"],
      ["nowhere: the connection was refused", "failed"],
      ["unanswered", "warning"],
      ["silent", "unknown"],
    ]);
  });

  it("show the lines of each error log as ticks, louder for errors than for warnings, and those that are close as one", () => {
    const line = {
      errorMs: 1,
      priority: "System",
      code: "MY-011503",
      subsystem: "Repl",
      text: "View",
    } as const;
    const lost = { ...line, priority: "Warning", code: "MY-011493", text: "Unreachable" } as const;
    const lines = [
      { ...line, atMs: 5_000 },
      { ...lost, atMs: 5_010 },
      { ...line, atMs: 9_000 },
    ];
    const errorLogs = [{ server: "db2", lines, isCut: false, notRead: null }];
    const drawn = listLanes({ ...findings, errorLogs }, words).filter(({ group }) => group === "logs");
    expect(drawn.map(({ label }) => label)).toEqual(["db2"]);
    expect(drawn[0]?.bars).toEqual([
      {
        fromMs: 4_999,
        toMs: 5_011,
        label: "Warning MY-011493: Unreachable +1",
        tone: "warning",
        isTick: true,
      },
      { fromMs: 8_999, toMs: 9_001, label: "System MY-011503: View +0", tone: "unknown", isTick: true },
    ]);
  });

  it("draw nothing where an address is not held, and nothing that was acknowledged as anything else", () => {
    const held = lanes.filter(({ group }) => group.startsWith("address"));
    const told = held.find(({ label }) => label === "db3")?.bars.map(({ label }) => label);
    expect(told?.every((label) => label === words.silent)).toBe(true);
    const writes = lanes.find(({ id }) => id === "strip VIP write");
    expect(writes?.bars.every(({ label, tone }) => label.includes("acked") === (tone === "ok"))).toBe(true);
  });
});

describe("what is drawn of the clock", () => {
  it("is from 3 s before the fault to 2 s after the group is whole", () => {
    const findings = exampleFindings();
    const healed = findings.marks.find(({ phase }) => phase === "healed")?.atMs ?? 0;
    const { fromMs, toMs } = spanOf(findings);
    expect(fromMs).toBe(-3_000);
    expect(toMs).toBeLessThanOrEqual(healed + 2_000);
  });
});
