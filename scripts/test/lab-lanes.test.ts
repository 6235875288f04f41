import { readdirSync } from "node:fs";
import { expect, it } from "vitest";
import { root } from "../lib/run.mjs";
import { labLanes } from "./lab-lanes.mjs";

it("runs each lab test in exactly one lane", () => {
  const files = ["apps", "packages", "scripts", "e2e"].flatMap(listLabTests);
  expect(files.length).toBeGreaterThan(20);
  const folders = Object.values(labLanes()).flat();
  const lanesOf = (file: string): readonly string[] => folders.filter((folder) => file.startsWith(folder));
  expect(files.filter((file) => lanesOf(file).length !== 1)).toEqual([]);
});

function listLabTests(place: string): readonly string[] {
  return readdirSync(`${root}/${place}`, { withFileTypes: true }).flatMap((entry) => {
    const file = `${place}/${entry.name}`;
    if (entry.isDirectory())
      return entry.name === "node_modules" || entry.name === ".next" ? [] : listLabTests(file);
    return file.endsWith(".lab.test.ts") ? [file] : [];
  });
}
