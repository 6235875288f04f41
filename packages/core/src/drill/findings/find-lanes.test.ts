import { describe, expect, it } from "vitest";
import { recordedDrill, withSilence, withStatus } from "./drill-record.fixture";
import { findDrill } from "./find-drill";

const lanesOf = (record = recordedDrill()) => findDrill(record).lanes;
const stateAt = (
  lanes: ReturnType<typeof lanesOf>,
  viewer: string,
  atMs: number,
  of = "db1",
): string | null => {
  const spans = lanes.views.find((one) => one.viewer === viewer)?.spans ?? [];
  const members = spans.find(({ fromMs, toMs }) => fromMs <= atMs && atMs < toMs)?.members ?? null;
  return members?.find(({ name }) => name === of)?.state ?? null;
};

describe("the lanes of a drill", () => {
  it("have every server's own view, which may differ", () => {
    const lanes = lanesOf();
    expect(lanes.views.map(({ viewer }) => viewer)).toEqual(["db1", "db2", "db3"]);
    expect([stateAt(lanes, "db2", 5_380), stateAt(lanes, "db3", 5_380)]).toEqual(["UNREACHABLE", "ONLINE"]);
    expect(stateAt(lanes, "db1", 5_380)).toBeNull();
  });

  it("cover the whole record without a gap, and each span differs from the one before", () => {
    const record = recordedDrill();
    const { fromMs, toMs, lanes } = findDrill(record);
    const all = [
      ...lanes.views.map(({ spans }) => spans.map(({ members, ...at }) => ({ ...at, value: members }))),
      ...lanes.readOnly.map(({ spans }) =>
        spans.map(({ isReadOnly, ...at }) => ({ ...at, value: isReadOnly })),
      ),
      ...lanes.addresses.map(({ spans }) => spans.map(({ isHeld, ...at }) => ({ ...at, value: isHeld }))),
    ];
    expect(all).toHaveLength(9);
    for (const spans of all) {
      expect(spans[0]?.fromMs).toBe(fromMs);
      expect(spans.at(-1)?.toMs).toBe(toMs);
      for (const [index, { fromMs: begin, value }] of spans.entries()) {
        if (index === 0) continue;
        expect(begin).toBe(spans[index - 1]?.toMs);
        expect(value).not.toEqual(spans[index - 1]?.value);
      }
    }
  });

  it("say nothing of a host from 3 s after its last frame until the next", () => {
    const spans = lanesOf(withSilence(recordedDrill(), 2, 1_000, 9_000)).addresses.find(
      ({ host }) => host === "db2",
    )?.spans;
    const silent = spans?.filter(({ isHeld }) => isHeld === null).at(-1);
    expect(silent?.fromMs).toBeGreaterThan(3_400);
    expect(silent?.fromMs).toBeLessThanOrEqual(4_000);
    expect(silent?.toMs).toBeGreaterThanOrEqual(9_000);
    expect(silent?.toMs).toBeLessThan(9_600);
    const mute = lanesOf(withSilence(recordedDrill(), 3, 1_000, 9_000));
    expect([stateAt(mute, "db3", 3_000), stateAt(mute, "db3", 5_000), stateAt(mute, "db3", 9_700)]).toEqual([
      "ONLINE",
      null,
      "UNREACHABLE",
    ]);
  });

  it("say nothing for a server that does not answer its agent", () => {
    const lane = lanesOf().readOnly.find(({ server }) => server === "db1");
    expect(lane?.spans.map(({ isReadOnly }) => isReadOnly)).toEqual([false, null, true]);
  });

  it("name a member that the record does not know by its address", () => {
    const record = withStatus(recordedDrill(), 2, -5_000, (status) => ({
      ...status,
      mysql: {
        ...status.mysql,
        members: [
          ...status.mysql.members,
          {
            serverUuid: "x",
            host: "10.77.0.19",
            port: 3307,
            state: "ONLINE",
            role: "SECONDARY",
            version: "",
          },
        ],
      },
    }));
    expect(stateAt(lanesOf(record), "db2", 1_000, "10.77.0.19:3307")).toBe("ONLINE");
  });
});
