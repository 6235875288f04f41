import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { root } from "../lib/run.mjs";

const guide = readFileSync(`${root}/docs/testing.md`, "utf8");
const files = ["apps", "packages", "scripts", "e2e"].flatMap(listFiles);
/** What stands for a kind of test where a test file could. */
const kinds = new Set(["sim"]);

it("every test file, folder and story that docs/testing.md names exists", () => {
  expect(listNamed(guide).length).toBeGreaterThan(50);
  expect(listMissing(guide)).toEqual([]);
});

it("a test file, folder or story that does not exist is found, wherever docs/testing.md names it", () => {
  const named = "`gone.lab`, `core/vip`, `core/gone`, `sim` (`gone`, `faults.lab`); stories 01, 03 and 97";
  expect(listMissing(`## Which test shows what\n\n| a promise | ${named} |`)).toEqual([
    "gone.lab",
    "core/gone",
    "gone",
    "story 97",
  ]);
  expect(listMissing("Files go by `scripts/test/gone.mjs` and `scripts/simulator`.")).toEqual([
    "scripts/test/gone.mjs",
  ]);
});

function listMissing(text: string): readonly string[] {
  return listNamed(text).filter((name) => !exists(name));
}

/** The names of files and folders in the whole text, and of tests and stories where it says which test shows what. */
function listNamed(text: string): readonly string[] {
  const [before = "", shown = ""] = text.split("## Which test shows what");
  const quoted = (part: string): string[] => [...part.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name);
  const paths = quoted(before).filter((name) => /^[\w.-]+(\/[\w.-]+)+$/.test(name));
  const stories = [...shown.matchAll(/\bstor(?:y|ies) (\d\d(?:(?:, | and | to )\d\d)*)/g)].flatMap(
    ([, numbers = ""]) => numbers.match(/\d\d/g) ?? [],
  );
  return [...paths, ...quoted(shown), ...stories.map((number) => `story ${number}`)];
}

/** A test is named without its ending, and a place in a package without what all of them have in common. */
function exists(name: string): boolean {
  if (kinds.has(name)) return true;
  const [, story] = /^story (\d\d)$/.exec(name) ?? [];
  if (story !== undefined) return files.some((file) => file.startsWith(`e2e/stories/${story}-`));
  if (!name.includes("/")) return files.some((file) => file.endsWith(`/${name}.test.ts`));
  const [head = "", ...rest] = name.split("/");
  const places = [name, `packages/${name}`, ["packages", head, "src", ...rest].join("/")];
  return places.some((place) =>
    files.some((file) => file === place || file === `${place}.test.ts` || file.startsWith(`${place}/`)),
  );
}

function listFiles(place: string): readonly string[] {
  return readdirSync(`${root}/${place}`, { withFileTypes: true }).flatMap((entry) => {
    const file = `${place}/${entry.name}`;
    if (!entry.isDirectory()) return [file];
    return entry.name === "node_modules" || entry.name === ".next" || entry.name === "dist"
      ? []
      : listFiles(file);
  });
}
