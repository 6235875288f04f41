import { describe, expect, it } from "vitest";
import { parseJsonRow, readArray, readFlag, readNumber, readText } from "./json-row";

describe("a row of one JSON array", () => {
  it("is read as its values, whatever the server's spacing and escapes", () => {
    expect(parseJsonRow(['["a\\n\\u00e9", 1, null, [2]]'])).toEqual(["a\n\u00e9", 1, null, [2]]);
    expect(parseJsonRow(['["a",1,null,[2]]'])).toEqual(["a", 1, null, [2]]);
  });

  it.each([[undefined], [[]], [[null]], [[""]], [["{}"]], [["[1"]], [["null"]], [["1"]]])(
    "is nothing where it is none: %j",
    (row) => {
      expect(parseJsonRow(row)).toBeNull();
    },
  );
});

describe("a value of it", () => {
  it("is a flag in each form that servers give it, and none otherwise", () => {
    expect([true, 1, "1", "ON"].map(readFlag)).toEqual([true, true, true, true]);
    expect([false, 0, "0", "OFF"].map(readFlag)).toEqual([false, false, false, false]);
    expect([null, undefined, "", 2, "on?", [], {}].map(readFlag)).toEqual(Array(7).fill(null));
  });

  it("is a number also as text, and none where it is no number", () => {
    expect([1, "1", "1.5", -2].map(readNumber)).toEqual([1, 1, 1.5, -2]);
    expect([null, undefined, "", "x", "NaN", [], true].map(readNumber)).toEqual(Array(7).fill(null));
  });

  it("is a text, which a number may be too, or an array", () => {
    expect(["a", "", 5, null, true].map(readText)).toEqual(["a", "", "5", null, null]);
    expect([[1], null, "[]"].map(readArray)).toEqual([[1], null, null]);
  });
});
