import { describe, expect, it } from "vitest";
import { dateFormat, numberFormat } from "./formatters";

describe("numberFormat", () => {
  it("makes one formatter for the same locale and options, and another for others", () => {
    const three = numberFormat("en", { maximumSignificantDigits: 3 });
    expect(numberFormat("en", { maximumSignificantDigits: 3 })).toBe(three);
    expect(three.format(1_234.5)).toBe("1,230");
    expect(numberFormat("de", { maximumSignificantDigits: 3 }).format(1_234.5)).toBe("1.230");
    expect(numberFormat("en").format(1_234.5)).toBe("1,234.5");
  });
});

describe("dateFormat", () => {
  it("keeps zones apart", () => {
    const at = Date.UTC(2026, 0, 1, 12);
    const hourIn = (timeZone: string) =>
      dateFormat("en", { timeZone, hour: "2-digit", hourCycle: "h23" }).format(at);
    expect([hourIn("UTC"), hourIn("Asia/Tokyo"), hourIn("UTC")]).toEqual(["12", "21", "12"]);
  });
});
