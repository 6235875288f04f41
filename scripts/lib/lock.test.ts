import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { expect, it } from "vitest";
import { withLock } from "./lock.mjs";

const place = `lock-test-${process.pid}`;

it("what two starts do at once is done one after the other", async () => {
  const told: string[] = [];
  const act = (name: string) => (): Promise<void> =>
    withLock(async () => {
      told.push(`${name} begins`);
      await new Promise((resolve) => setImmediate(resolve));
      told.push(`${name} ends`);
    }, place);
  await Promise.all([act("a")(), act("b")()]);
  expect([told[0]?.at(0), told[2]?.at(0)].sort()).toEqual(["a", "b"]);
  expect(told.map((one) => one.slice(2))).toEqual(["begins", "ends", "begins", "ends"]);
});

it("a start that is killed while it builds keeps nobody out", async () => {
  const file = path.join(import.meta.dirname, "lock.mjs");
  const source = `import { withLock } from ${JSON.stringify(file)};
    await withLock(() => { process.send("locked"); return new Promise(() => setInterval(() => undefined, 1000)); }, "${place}");`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", source], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  expect((await once(child, "message"))[0]).toBe("locked");
  const next = withLock(async () => "mine", place);
  child.kill("SIGKILL");
  expect(await next).toBe("mine");
});
