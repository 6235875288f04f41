import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { describeOwner, isDeadOwner } from "./owner";

test("a process that lives is not dead, and one that was killed is", async () => {
  expect(isDeadOwner(describeOwner())).toBe(false);
  const child = spawn("sleep", ["60"]);
  const owner = describeOwner(child.pid);
  expect(isDeadOwner(owner)).toBe(false);
  child.kill("SIGKILL");
  await once(child, "exit");
  expect(isDeadOwner(owner)).toBe(true);
});

test("a process id that was used again is another process", () => {
  const parts = describeOwner().split("/");
  expect(isDeadOwner([...parts.slice(0, 3), "1"].join("/"))).toBe(true);
});

test("nothing is claimed of other machines, or of names that are not understood", () => {
  const [, machine, pid, ticks] = describeOwner().split("/");
  expect(isDeadOwner(`elsewhere/${machine}/${pid}/1`)).toBe(false);
  expect(isDeadOwner(`${describeOwner().split("/")[0]}/another-boot/${pid}/${ticks}`)).toBe(false);
  expect(isDeadOwner("nonsense")).toBe(false);
  expect(isDeadOwner("")).toBe(false);
});
