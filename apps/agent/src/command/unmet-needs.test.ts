import { expect, it } from "vitest";
import { listUnmetNeeds } from "./unmet-needs";

it("names libraries that are missing, and versions for which those that are there are too old", () => {
  const printed = [
    "./x.so: /lib/x86_64-linux-gnu/libc.so.6: version `GLIBC_2.97' not found (required by ./x.so)",
    "./x.so: /lib/x86_64-linux-gnu/libc.so.6: version `GLIBC_2.97' not found (required by ./y.so)",
    "\tlinux-vdso.so.1 (0x00007ffd1b5f2000)",
    "\tlibq.so.6 => not found",
    "\tlibc.so.6 => /lib/x86_64-linux-gnu/libc.so.6 (0x00007f2b1a000000)",
  ].join("\n");
  expect(listUnmetNeeds(printed)).toEqual(["libq.so.6", "GLIBC_2.97"]);
  expect(listUnmetNeeds("\tlibc.so.6 => /lib/libc.so.6 (0x0)\n")).toEqual([]);
});
