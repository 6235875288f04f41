import { HostMachine } from "@primacy/contract/agent";
import { describe, expect, test } from "vitest";
import { readHostMachine } from "./read-host-machine";

describe("what a host is made of", () => {
  const machine = (model: string, count = 2) =>
    readHostMachine({
      kernel: () => "6.1.0-28-amd64",
      cpus: () => Array.from({ length: count }, () => ({ model })),
      memoryBytes: () => 8_589_934_592,
    });

  test("is its kernel, its processors and its memory", () => {
    expect(machine("Intel(R)  Xeon(R) Platinum 8375C CPU @ 2.90GHz ")).toEqual({
      kernel: "6.1.0-28-amd64",
      cpuModel: "Intel(R) Xeon(R) Platinum 8375C CPU @ 2.90GHz",
      cpus: 2,
      memoryBytes: 8_589_934_592,
    });
  });

  test.each(["", "  ", "unknown"])("has no name of a processor where the kernel says '%s'", (model) => {
    expect(machine(model).cpuModel).toBeNull();
    expect(machine(model, 0)).toMatchObject({ cpuModel: null, cpus: 0 });
  });

  test("is read of the host that asks", () => {
    const own = HostMachine.parse(readHostMachine());
    expect(own.cpus).toBeGreaterThan(0);
    expect(own.memoryBytes).toBeGreaterThan(1_000_000);
  });
});
