import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { bundleProgram } from "@primacy/probe/testing";
import { afterEach, expect, it } from "vitest";
import { runCommand } from "../process/run-command";
import { waitFor } from "../process/wait-for";

const config = {
  ...{ device: "wire0", mac: "02:50:0a:4d:00:15", from: "10.77.0.21", address: "10.77.0.100" },
  everyMs: 50,
};
const script = bundleProgram(fileURLToPath(new URL("./wire-asker.ts", import.meta.url)));

let asker: ChildProcess | undefined;
afterEach(() => {
  asker?.kill("SIGKILL");
});

it("asks through a link that is down and up again, and ends with an error where its card is gone", async () => {
  const card = "ip link add wire0 type veth peer name far0 && ip link set far0 up && ip link set wire0 up";
  const node = [process.execPath, script, JSON.stringify(config)];
  const child = spawn("setpriv", [
    ...["--pdeathsig", "KILL", "unshare", "--net", "sh", "-c", `${card} && exec "$@"`, "sh", ...node],
  ]);
  asker = child;
  const lines: string[] = [];
  let errors = "";
  child.stdout.on("data", (text: Buffer) => lines.push(...text.toString().trim().split("\n")));
  child.stderr.on("data", (text: Buffer) => {
    errors += text.toString();
  });
  const inside = (...argv: string[]) =>
    runCommand(["nsenter", "--target", `${child.pid}`, "--net", "ip", "link", ...argv]);
  const hearMore = async (): Promise<void> => {
    const known = lines.length;
    const more = (): true | undefined => lines.length > known + 2 || undefined;
    await waitFor("more questions", more, { timeoutMs: 60_000, intervalMs: 10 });
  };
  await hearMore();
  await inside("set", "wire0", "down");
  await hearMore();
  await inside("set", "wire0", "up");
  await hearMore();
  expect(child.exitCode).toBeNull();
  await inside("delete", "wire0");
  await waitFor("its end", () => child.exitCode ?? undefined, { timeoutMs: 60_000, intervalMs: 10 });
  expect(child.exitCode).toBe(1);
  expect(errors).toMatch(/wire0 is gone \(errno 6\)/);
});
