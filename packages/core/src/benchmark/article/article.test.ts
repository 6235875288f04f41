import { BenchmarkPreset } from "@primacy/contract";
import { describe, expect, it } from "vitest";
import { fewestPairs } from "../statistics";
import { articles } from "./articles";
import { presetArmOf, presets } from "./preset";
import { article000Losses, findPublishedLoss, lossOfLead } from "./published-loss";

const id = "00000000-0000-4000-8000-000000000001";
type Way = Parameters<typeof presetArmOf>[0]["way"];
const armOf = (way: Way, port = 3306) => ({
  name: way,
  endpoints: [
    { ref: { kind: "member", memberId: id } as const, way, name: "db1", address: "10.77.0.11", port },
  ],
});
const record = {
  preset: "article_000_evening" as const,
  arms: [armOf("direct"), armOf("write_vip"), armOf("custom", 6446), armOf("custom", 5000)],
  threads: [16, 32, 64],
};
const publishedOf = (arm: number, changes: Partial<Parameters<typeof findPublishedLoss>[0]> = {}) =>
  [16, 32, 64, null].map((threads) => findPublishedLoss({ ...record, ...changes }, arm, threads));

describe("a preset", () => {
  it("has the article's own size where it is full, and enough blocks for an interval by ranks in each size", () => {
    expect(presets.article_000_full).toMatchObject({
      workload: { script: "oltp_read_write", tables: 50, tableSize: 100_000 },
      threads: [16, 32, 64],
      runSeconds: 300,
    });
    for (const name of BenchmarkPreset.options)
      expect(presets[name].blocks).toBeGreaterThanOrEqual(fewestPairs);
  });

  it("knows which endpoints are arms of the article", () => {
    const told = (way: Way, port = 3306, isPrimary = false) => presetArmOf({ way, port }, isPrimary);
    expect([told("direct", 3306, true), told("direct"), told("write_vip"), told("read_vip")]).toEqual([
      "direct",
      null,
      "vip",
      null,
    ]);
    // Router has its own port for writes; 6447 reads.
    expect([told("custom", 6446), told("custom", 6447)]).toEqual(["router", null]);
  });
});

describe("the published losses", () => {
  it("stand beside the article's arms and thread counts, and beside no others", () => {
    expect(publishedOf(1)).toEqual([2, -0.9, 1.4, 0.83]);
    expect(publishedOf(2)).toEqual([14.2, 24.7, 17.3, 18.7]);
    expect(publishedOf(0)).toEqual([null, null, null, null]);
    expect(publishedOf(3)).toEqual([null, null, null, null]);
    expect(findPublishedLoss(record, 1, 8)).toBeNull();
    expect(findPublishedLoss(record, 9, 16)).toBeNull();
  });

  it("have their mean beside the same thread counts alone", () => {
    expect(publishedOf(2, { threads: [16, 64] })).toEqual([14.2, 24.7, 17.3, null]);
  });

  it("stand beside nothing without a preset, against another baseline, or for an arm of several endpoints", () => {
    const nothing = [null, null, null, null];
    expect(publishedOf(1, { preset: null })).toEqual(nothing);
    expect(publishedOf(1, { arms: [armOf("custom", 6446), armOf("write_vip")] })).toEqual(nothing);
    const [endpoint] = armOf("write_vip").endpoints;
    if (endpoint === undefined) throw new Error("no endpoint");
    const both = { name: "both", endpoints: [endpoint, endpoint] };
    expect(publishedOf(1, { arms: [armOf("direct"), both] })).toEqual(nothing);
  });
});

describe("article 000", () => {
  const [first] = articles;
  const rowOf = (name: string): readonly number[] => {
    const row = first?.tables.flatMap(({ rows }) => rows).find(([label]) => label === name);
    return row?.slice(1).map(Number) ?? [];
  };

  it("has the same losses in its table as beside what is measured", () => {
    for (const [row, losses] of [
      ["direct_router", article000Losses.router],
      ["direct_vip", article000Losses.vip],
    ] as const)
      expect(rowOf(row)).toEqual([...[16, 32, 64].map((n) => -(losses.threads[n] ?? 0)), -losses.mean]);
  });

  /** Its last table follows from the others only if a loss is what the faster way does more than the slower one. */
  it("calls a lead a loss: its four tables agree with each other in no other way", () => {
    const total = rowOf("greatdb_vip_router").slice(0, 3);
    const chain = (loss: (n: number) => number) =>
      [16, 32, 64].map((count, at) => {
        const engine = 1 + (rowOf("greatdb_mysql")[at] ?? 0) / 100;
        const left = (arm: "vip" | "router") => 1 - loss(article000Losses[arm].threads[count] ?? 0) / 100;
        return ((engine * left("vip")) / left("router") - 1) * 100;
      });
    const offBy = (told: readonly number[]) => told.map((value, at) => Math.abs(value - (total[at] ?? 0)));
    expect(Math.max(...offBy(chain(lossOfLead)))).toBeLessThan(0.1);
    expect(Math.min(...offBy(chain((n) => n)))).toBeGreaterThan(2);
    expect([14.2, 24.7, 17.3].map((n) => lossOfLead(n).toFixed(1))).toEqual(["12.4", "19.8", "14.7"]);
  });
});

it("holds the figures of five articles, each row as long as its columns, and what each lacks", () => {
  expect(articles.map(({ id: number }) => number)).toEqual(["000", "001", "002", "003", "004"]);
  for (const { tables, missing, hasPreset } of articles) {
    expect(missing.length > 0 || hasPreset).toBe(true);
    for (const { columns, rows } of tables)
      for (const row of rows) expect(row).toHaveLength(columns.length + 1);
  }
  // 100 over 297.1 and 164.8 over 297.1, and not the 35 and 60 % that the article has.
  expect([100 / 2.971, 164.8 / 2.971].map((n) => n.toFixed(1))).toEqual(["33.7", "55.5"]);
  expect((100 * 8_887) / 7_555 - 100).toBeCloseTo(17.6, 1);
  expect(6_718 / 1_769).toBeCloseTo(3.8, 1);
});
