import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { message } from "@primacy/contract";
import { installLayout } from "@primacy/contract/agent";
import { makeOperatorKey } from "@primacy/lab";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { runCli } from "./main";

let root: string;
let stderr: string;
let stdout: string;

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), "agent-cli-"));
  vi.stubEnv("PRIMACY_AGENT_ROOT", root);
  stderr = "";
  stdout = "";
  vi.spyOn(process.stderr, "write").mockImplementation((text) => {
    stderr += String(text);
    return true;
  });
  vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    stdout += String(text);
    return true;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  rmSync(root, { recursive: true });
});

/** Listens where the agent of this host would, and remembers what it is asked. */
async function listen(): Promise<{ readonly server: Server; readonly asked: string[] }> {
  const folder = path.join(root, "run/primacy-agent/agent");
  mkdirSync(folder, { recursive: true });
  const asked: string[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => {
      body += String(chunk);
    });
    request.on("end", () => {
      asked.push(`${request.url} ${body}`);
      response.end(JSON.stringify({ released: ["10.0.0.100"], remaining: [], addresses: ["10.0.0.100"] }));
    });
  });
  await new Promise<void>((resolve) => server.listen(path.join(folder, "control.sock"), resolve));
  return { server, asked };
}

const wrong: readonly (readonly string[])[] = [
  ["release", "--say"],
  ["release", "-s"],
  ["release", "--stay=yes"],
  ["release", "--json"],
  ["release", "--no-stay"],
  ["release", "10.0.0.100", "10.0.0.101"],
  ["release", "10.0.0.100", "--stay", "--force"],
  ["unblock", "--stay"],
  ["unblock", "10.0.0.100", "10.0.0.101"],
  ["status", "10.0.0.100"],
  ["status", "--jsn"],
  ["why", "10.0.0.100", "--json"],
  ["run", "--foreground"],
  ["run", "now"],
  ["hands", "up"],
  ["probe", "10.0.0.100"],
  ["keys", "add"],
  ["keys", "--jsn"],
  ["csr"],
  ["csr", "db1", "db2"],
  ["csr", "--name=db1"],
  ["version", "--json"],
  ["help", "release"],
  ["relase", "--stay"],
  ["--stay"],
];

test.each(wrong.map((args) => [args.join(" "), args] as const))(
  "'%s' is a wrong command: exit code 2, the usage on stderr, and nothing is done",
  async (_name, args) => {
    const { server, asked } = await listen();
    expect(await runCli(args)).toBe(2);
    server.close();
    expect(stderr).toContain("primacy-agent release [ADDRESS] [--stay]");
    expect(stdout).toBe("");
    expect(asked).toEqual([]);
    expect(existsSync(path.join(root, "etc"))).toBe(false);
  },
);

test.each([
  [["release"], '/release {"address":null,"stay":false}'],
  [["release", "--stay"], '/release {"address":null,"stay":true}'],
  [["release", "--stay", "10.0.0.100"], '/release {"address":"10.0.0.100","stay":true}'],
  [["release", "10.0.0.100", "--stay"], '/release {"address":"10.0.0.100","stay":true}'],
  [["unblock"], '/unblock {"address":null}'],
  [["unblock", "10.0.0.100"], '/unblock {"address":"10.0.0.100"}'],
] as const)("%j asks the agent for exactly that", async (args, request) => {
  const { server, asked } = await listen();
  expect(await runCli(args)).toBe(0);
  server.close();
  expect(asked).toEqual([request]);
});

test("'keys' tells whose signature counts without an agent, and fails where a line is no key", async () => {
  expect(await runCli(["keys"])).toBe(0);
  expect(stdout).toContain("No order counts on this host");
  const key = makeOperatorKey(root, "ann");
  const file = path.join(root, "etc/primacy-agent/operator-keys");
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, key.publicLine, { mode: 0o600 });
  stdout = "";
  expect(await runCli(["keys"])).toBe(0);
  expect(stdout).toBe(`${key.fingerprint} ann\n`);
  writeFileSync(file, `${key.publicLine}rubbish\n`);
  stdout = "";
  expect(await runCli(["keys", "--json"])).toBe(1);
  expect(JSON.parse(stdout)).toEqual({
    keys: [{ fingerprint: key.fingerprint, comment: "ann" }],
    problems: [message("keys.line", { line: 2, form: "ssh-ed25519 KEY COMMENT" })],
  });
});

test.each([["status"], ["why"], ["release"], ["unblock"]])(
  "'%s' without an agent: exit code 1, with the way to let go without it",
  async (command) => {
    expect(await runCli([command])).toBe(1);
    expect(stderr).toContain("No agent is running on this host.");
    expect(stderr).toContain(installLayout.releaseScript);
  },
);

test.each([[[]], [["help"]], [["--help"]], [["version"]], [["--version"]]])(
  "%j answers by itself",
  async (args) => {
    expect(await runCli(args)).toBe(0);
    expect(stderr).toBe("");
    expect(stdout).not.toBe("");
  },
);
