import { describe, expect, it } from "vitest";
import {
  formatAge,
  formatBytes,
  formatCount,
  formatDuration,
  formatInstant,
  formatPercent,
  formatRate,
} from "./index";

describe("formatDuration", () => {
  it.each([
    [0, "0 ms"],
    [0.4234, "0.423 ms"],
    [12.34, "12.3 ms"],
    [182.4, "182 ms"],
    [999.4, "999 ms"],
    [999.6, "1 s"],
    [6500, "6.5 s"],
    [6543, "6.54 s"],
    [21_634, "21.6 s"],
    [59_949, "59.9 s"],
    [59_960, "1 min"],
    [125_000, "2 min 5 sec"],
    [3_599_900, "1 hr"],
    [90_061_000, "1 day 1 hr"],
    [-182, "−182 ms"],
    [Number.NaN, "–"],
    [Number.POSITIVE_INFINITY, "–"],
  ])("shows %d ms as %s: three significant digits, and the unit after rounding", (ms, text) => {
    expect(formatDuration(ms, "en")).toBe(text);
  });

  it("keeps SI symbols and speaks Chinese from a minute on", () => {
    expect(formatDuration(6543, "zh-CN")).toBe("6.54 s");
    expect(formatDuration(125_000, "zh-CN")).toBe("2分钟 5秒");
  });
});

describe("quantities", () => {
  it("shows sizes with binary units and three significant digits", () => {
    expect([0, 512, 1536, 1_048_576, 13_207_024_435].map((bytes) => formatBytes(bytes, "en"))).toEqual([
      "0 B",
      "512 B",
      "1.5 KiB",
      "1 MiB",
      "12.3 GiB",
    ]);
    expect(formatBytes(1023, "en")).toBe("0.999 KiB");
    expect(formatBytes(Number.NaN, "en")).toBe("–");
  });

  it("shows rates, shares and counts in the reader's notation", () => {
    expect(formatRate(1240.3, "tx", "en")).toBe("1,240 tx/s");
    expect(formatPercent(0.015_34, "en")).toBe("1.53%");
    expect(formatCount(1_204, "de")).toBe("1.204");
  });
});

describe("moments", () => {
  const atMs = Date.UTC(2026, 10, 21, 3, 4, 5, 678);

  it("leaves the date out on the same local day, and says zone and UTC beside it", () => {
    const sameDay = formatInstant(atMs, { locale: "en", nowMs: atMs + 3_600_000, timeZone: "Asia/Shanghai" });
    expect(sameDay.text).toBe("11:04:05");
    expect(sameDay.title).toContain("GMT+8");
    expect(sameDay.dateTime).toBe("2026-11-21T03:04:05.678Z");
  });

  it("says the date on another local day, even on the same day in UTC", () => {
    const nextDay = formatInstant(atMs, {
      locale: "en",
      nowMs: Date.UTC(2026, 10, 21, 17),
      timeZone: "Asia/Shanghai",
    });
    expect(nextDay.text).toBe("Nov 21, 2026, 11:04:05");
  });

  it("shows milliseconds when they are asked for", () => {
    const exact = formatInstant(atMs, {
      locale: "en",
      nowMs: atMs,
      timeZone: "UTC",
      precision: "millisecond",
    });
    expect(exact.text).toBe("03:04:05.678");
    expect(exact.title).toMatch(/^Saturday, November 21, 2026.* 03:04:05\.678 UTC$/);
  });

  it("counts ages in the largest unit and never into the future", () => {
    expect([-5, 12_345, 1_234_500, 7_200_000, 200_000_000].map((ageMs) => formatAge(ageMs, "en"))).toEqual([
      "0 sec. ago",
      "12 sec. ago",
      "21 min. ago",
      "2 hr. ago",
      "2 days ago",
    ]);
    expect(formatAge(12_345, "zh-CN")).toBe("12秒前");
  });
});
