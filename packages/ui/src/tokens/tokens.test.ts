import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { SERIES_KINDS } from "../foundation/series";
import { TONES } from "../foundation/tone";

const CSS = readFileSync(new URL("../tokens.css", import.meta.url), "utf8");

type Tokens = ReadonlyMap<string, string>;

/** The custom properties of the rule that a selector opens. */
function readTokens(selector: string): Tokens {
  const start = CSS.indexOf(`${selector} {`);
  const body = CSS.slice(start, CSS.indexOf("}", start));
  return new Map(
    [...body.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name = "", value = ""]) => [name, value]),
  );
}

const THEMES = { light: readTokens('[data-theme="light"]'), dark: readTokens('\n[data-theme="dark"]') };

type Rgb = readonly [number, number, number];

/** Linear light of a hexadecimal colour, 0 to 1. */
function toLinear(tokens: Tokens, name: string): Rgb {
  const hex = tokens.get(name) ?? "";
  const channel = (at: number): number => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

/** WCAG's contrast ratio. */
function contrast(tokens: Tokens, one: string, other: string): number {
  const luminance = ([red, green, blue]: Rgb): number => 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  const [low = 0, high = 0] = [one, other]
    .map((name) => luminance(toLinear(tokens, name)))
    .sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** Full dichromacy after Machado, Oliveira and Fernandes (2009), on linear light. */
const SIGHTS: Readonly<Record<string, readonly [Rgb, Rgb, Rgb]>> = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

function seen(colour: Rgb, sight: readonly [Rgb, Rgb, Rgb]): Rgb {
  const row = (weights: Rgb): number =>
    Math.min(1, Math.max(0, weights[0] * colour[0] + weights[1] * colour[1] + weights[2] * colour[2]));
  return [row(sight[0]), row(sight[1]), row(sight[2])];
}

function toOklab([red, green, blue]: Rgb): Rgb {
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function difference(tokens: Tokens, one: string, other: string, sight: readonly [Rgb, Rgb, Rgb]): number {
  const [a, b] = [one, other].map((name) => toOklab(seen(toLinear(tokens, name), sight)));
  return a === undefined || b === undefined ? 0 : Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

const PLACES = ["canvas", "surface", "raised", "sunken", "hover"] as const;
const INKS = ["ink", "ink-muted", "ink-faint", "accent-ink", ...TONES.map((tone) => `${tone}-ink`)] as const;

describe("the two themes", () => {
  it("declare the same names", () => {
    expect([...THEMES.dark.keys()]).toEqual([...THEMES.light.keys()]);
    expect(THEMES.light.size).toBeGreaterThan(40);
  });

  it("are dark in the same way whether chosen or taken from the system", () => {
    expect(readTokens(":root:not([data-theme])")).toEqual(THEMES.dark);
  });
});

describe.each(Object.entries(THEMES))("the %s theme", (_, tokens) => {
  it("gives every ink 4.5:1 on every place", () => {
    const weak = INKS.flatMap((ink) =>
      PLACES.map((place) => [ink, place, contrast(tokens, ink, place)] as const),
    );
    expect(weak.filter(([, , ratio]) => ratio < 4.5)).toEqual([]);
  });

  it("gives words 4.5:1 on soft backgrounds and on filled buttons", () => {
    const pairs = [
      ...TONES.flatMap((tone) => [
        [`${tone}-ink`, `${tone}-soft`],
        ["ink", `${tone}-soft`],
        ["ink-muted", `${tone}-soft`],
      ]),
      ["accent-ink", "accent-soft"],
      ["ink-muted", "accent-soft"],
      ...["accent", "accent-hover", "danger", "danger-hover"].map((fill) => ["on-accent", fill]),
    ];
    const weak = pairs.filter(([one = "", other = ""]) => contrast(tokens, one, other) < 4.5);
    expect(weak).toEqual([]);
  });

  it("gives controls, focus, tones and series 3:1 on a card", () => {
    const marks = [
      "line-control",
      "focus",
      ...TONES.map((tone) => `${tone}-solid`),
      ...SERIES_KINDS.map((kind) => `series-${kind}`),
    ];
    expect(marks.filter((mark) => contrast(tokens, mark, "surface") < 3)).toEqual([]);
  });

  it.each(Object.entries(SIGHTS))("keeps every two series apart with %s", (_name, sight) => {
    const close = SERIES_KINDS.flatMap((one, index) =>
      SERIES_KINDS.slice(index + 1)
        .map((other) => [one, other, difference(tokens, `series-${one}`, `series-${other}`, sight)] as const)
        .filter(([, , distance]) => distance < 0.07),
    );
    expect(close).toEqual([]);
  });

  it.each(Object.entries(SIGHTS))("keeps ok and failed apart with %s", (_name, sight) => {
    expect(difference(tokens, "ok-ink", "failed-ink", sight)).toBeGreaterThan(0.07);
    expect(difference(tokens, "ok-solid", "failed-solid", sight)).toBeGreaterThan(0.07);
  });
});
