import fc from "fast-check";
import { expect, it } from "vitest";
import { readLibraryVersion, toVersionId } from "./library-version";

it.each([
  ["8.4.4-5", 80_404],
  ["8.0.32-25-greatdb", 80_032],
  ["9.7.4", 90_704],
  ["unknown", null],
])("the version %s is the number %s", (version, id) => {
  expect(toVersionId(version)).toBe(id);
});

it("any bytes are no library, or one; the reading does not throw", () => {
  const head = Uint8Array.from([0x7f, 0x45, 0x4c, 0x46, 2, 1]);
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), fc.boolean(), (bytes, isElf) => {
      const file = isElf ? Uint8Array.from([...head, ...bytes]) : bytes;
      const version = readLibraryVersion(file);
      expect(version === null || Number.isInteger(version)).toBe(true);
    }),
  );
});
