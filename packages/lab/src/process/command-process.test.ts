import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CommandProcess } from "./command-process";
import { type CommandOptions, startCommand } from "./start-command";

let beside: CommandProcess;
beforeAll(async () => {
  beside = new CommandProcess();
  await beside.ready;
});
afterAll(() => beside.end());

describe.each(["this process", "the process beside it"])("a command that %s starts", (who) => {
  const run: typeof startCommand = (argv, options) =>
    who === "this process" ? startCommand(argv, options) : beside.run(argv, options);
  const shell = (script: string, options: CommandOptions = {}) => run(["sh", "-c", script], options);

  it("gives back what it wrote and how it ended, and gets its input", async () => {
    const said = await shell("cat; echo trouble >&2; exit 3", { input: "grüße" });
    expect(said).toEqual({ exitCode: 3, stdout: "grüße", stderr: "trouble\n" });
  });

  it("has the environment and the folder of this process, unless it is given others", async () => {
    process.env.PRIMACY_COMMAND_TEST = "as it is now";
    try {
      const script = 'echo "$PRIMACY_COMMAND_TEST"; pwd -P';
      expect((await shell(script)).stdout).toBe(`as it is now\n${process.cwd()}\n`);
      const env = { PATH: process.env.PATH, PRIMACY_COMMAND_TEST: "another" };
      expect((await shell(script, { env, cwd: "/" })).stdout).toBe("another\n/\n");
    } finally {
      delete process.env.PRIMACY_COMMAND_TEST;
    }
  });

  it("tells each line of standard error while it runs", async () => {
    const lines: string[] = [];
    await shell("echo one >&2; echo two >&2", { onErrorLine: (line) => lines.push(line) });
    expect(lines).toEqual(["one", "two"]);
  });

  it("is cut where it writes more than is kept", async () => {
    expect((await shell("echo abcdef", { maxOutputBytes: 3 })).stdout).toBe("abc");
  });

  it("is killed with its children at its limit, and when nobody wants it any more", async () => {
    const marker = `${process.pid}${who.length}`;
    const script = `sleep 600.${marker} & echo begun >&2; wait`;
    await expect(shell(script, { timeoutMs: 200 })).rejects.toMatchObject({
      code: "command_timeout",
      retryable: true,
    });
    const controller = new AbortController();
    const onErrorLine = (): void => controller.abort();
    await expect(shell(script, { signal: controller.signal, onErrorLine })).rejects.toMatchObject({
      code: "aborted",
      retryable: false,
    });
    const find = (): Promise<string> =>
      startCommand(["pgrep", "-f", `sleep 600.${marker}`]).then(({ stdout }) => stdout);
    await expect.poll(find).toBe("");
  });

  it("is not begun after it was given up, or where there is no such program", async () => {
    await expect(shell("exit 0", { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: "aborted" });
    await expect(run(["/nowhere/program"])).rejects.toMatchObject({ code: "command_failed" });
  });
});

it("what runs fails where the process that started it is killed, and nothing more is begun", async () => {
  const short = new CommandProcess();
  await short.ready;
  const killed = short.run(["sh", "-c", "kill -9 $PPID; exec tail --pid=$PPID -f /dev/null"]);
  await expect(killed).rejects.toMatchObject({ code: "command_failed" });
  expect([short.isReady, short.isOver]).toEqual([true, true]);
  await expect(short.run(["true"])).rejects.toMatchObject({ code: "command_failed" });
});

it("a process that has grown large has one beside it, and ends as if it had none", async () => {
  const program = fileURLToPath(new URL("./large-process.fixture.ts", import.meta.url));
  const { stdout } = await startCommand([process.execPath, "--import", "tsx", program]);
  expect(stdout).toBe("null while small, null at once, another parent later\n");
});
