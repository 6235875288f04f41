import fc from "fast-check";
import { expect, it } from "vitest";
import { type MadeLibrary, makeLibrary } from "./elf-library.fixture";
import { inspectLibrary } from "./inspect-library";
import { pluginSymbols } from "./library-version";

function reasonsOf(bytes: Uint8Array): readonly string[] {
  const found = inspectLibrary(bytes, "/content");
  return found.kind === "library" ? [] : found.reasons.map(({ path, code }) => `${path} ${code}`);
}

it("a library of greatdb_ha says for which server it was built, however its name is written", () => {
  expect(inspectLibrary(makeLibrary(), "")).toEqual({ kind: "library", serverVersion: 80_404 });
  const other = makeLibrary({ serverVersion: 80_032, name: "GreatDB_HA" });
  expect(inspectLibrary(other, "")).toEqual({ kind: "library", serverVersion: 80_032 });
});

it("one that does not say its name has to bear it somewhere", () => {
  const bytes = makeLibrary({ name: null });
  bytes.set(new TextEncoder().encode("greatdb_ha"), 1_700);
  expect(reasonsOf(bytes)).toEqual([]);
});

const rows: readonly (readonly [string, MadeLibrary, readonly string[]])[] = [
  ["a program", { type: 2 }, ["/content library_not_shared"]],
  ["one for another processor", { machine: 183 }, ["/content library_machine"]],
  ["a library of no plugin", { symbols: ["main"] }, ["/content library_no_plugin"]],
  ["one that lacks a symbol", { symbols: pluginSymbols.slice(0, 2) }, ["/content library_no_plugin"]],
  ["one that nowhere bears the name", { name: null }, ["/content library_nameless"]],
  ["another plugin", { name: "auth_socket" }, ["/content library_other_plugin"]],
  [
    "a program of another plugin for another processor",
    { type: 2, machine: 40, name: "x" },
    ["/content library_not_shared", "/content library_machine", "/content library_other_plugin"],
  ],
];
it.each(rows)("%s is refused with every reason", (_title, wanted, expected) => {
  expect(reasonsOf(makeLibrary(wanted))).toEqual(expected);
});

it("what is no library of Linux is refused", () => {
  expect(reasonsOf(new Uint8Array())).toEqual(["/content library_not_elf"]);
  expect(reasonsOf(new TextEncoder().encode("#!/bin/sh\nexit 0\n".padEnd(200)))).toEqual([
    "/content library_not_elf",
  ]);
});

it("a file that is cut off or was changed anywhere is one thing or the other, and the reading ends", () => {
  const whole = makeLibrary();
  fc.assert(
    fc.property(
      fc.nat(whole.length),
      fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 20 }),
      (length, changes) => {
        const bytes = Uint8Array.from(whole.subarray(0, length));
        for (const [at, value] of changes) if (at < length) bytes[at] = value;
        expect(["library", "unfit"]).toContain(inspectLibrary(bytes, "").kind);
      },
    ),
  );
});
