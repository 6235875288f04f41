import { ControlError, callControl } from "../control/call-control";
import { controlCalls } from "../control/control-api";
import { startAgent } from "../run/start-agent";
import { agentVersion } from "../run/version";
import { startWatchdog } from "../run/watchdog";
import { StoreError } from "../store/durable-file";
import { hostLayout, type Layout, planLayout } from "../store/layout";
import { type CliCommand, parseCommand } from "./parse-command";

const usage = `primacy-agent ${agentVersion}

  primacy-agent status            what this host holds, and its server's state
  primacy-agent why               why it holds each address, or why not, and how that came about
  primacy-agent release [ADDRESS] [--stay]
                                  let go of an address now; with --stay keep away until 'unblock'
  primacy-agent unblock [ADDRESS] end 'release --stay', and a block that needs a person
  primacy-agent keys              whose signature counts on this host, in an order that another host is off
  primacy-agent version           the version of this program
  primacy-agent csr NAME          make this host's key, and print its certificate signing request
  primacy-agent run               run the agent in the foreground (the supervisor does this)

'status', 'why' and 'keys' take --json. All but 'version' need root.
`;

const watchdogLimitMs = 2000;
/** The supervisor leaves the addresses alone after this exit code: another agent holds them by right. */
const exitAnotherAgent = 3;
const exitWrongCommand = 2;

/** Runs one command and returns the exit code; of a wrong one nothing is done. */
export async function runCli(args: readonly string[]): Promise<number> {
  const command = parseCommand(args);
  try {
    return await execute(command, findLayout());
  } catch (error) {
    if (error instanceof ControlError || error instanceof StoreError) {
      process.stderr.write(`${error.message}\n`);
      return 1;
    }
    throw error;
  }
}

async function execute(command: CliCommand, layout: Layout): Promise<number> {
  switch (command.kind) {
    case "run":
      return run(layout);
    case "status":
      return printStatus(layout, command.isJson);
    case "why":
      return printWhy(layout, command.isJson);
    case "keys":
      return printKeys(layout, command.isJson);
    case "release":
      return release(layout, command.address, command.stay);
    case "unblock":
      return unblock(layout, command.address);
    case "csr":
      return printRequest(layout, command.name);
    case "version":
      print(`${agentVersion}\n`);
      return 0;
    case "help":
      print(usage);
      return 0;
    case "wrong":
      process.stderr.write(`${command.reason}\n\n${usage}`);
      return exitWrongCommand;
  }
}

async function run(layout: Layout): Promise<number> {
  const agent = await startAgent(layout);
  if ("kind" in agent) {
    process.stderr.write("Another agent runs on this host; this one ends and touches nothing.\n");
    return exitAnotherAgent;
  }
  const stopWatchdog = startWatchdog(watchdogLimitMs, layout.heartbeatFile);
  await new Promise<void>((resolve) => {
    for (const signal of ["SIGTERM", "SIGINT"] as const) {
      process.on(signal, () => resolve());
    }
    // The end of a terminal is no reason to let go of an address.
    process.on("SIGHUP", () => undefined);
  });
  await agent.stop();
  stopWatchdog();
  return 0;
}

async function printStatus(layout: Layout, isJson: boolean): Promise<number> {
  const { path, answer } = controlCalls.status;
  const status = await callControl(layout.controlSocket, path, null, answer);
  const { formatStatus } = await import("./print-status");
  print(isJson ? `${JSON.stringify(status, null, 2)}\n` : formatStatus(status));
  return 0;
}

async function printWhy(layout: Layout, isJson: boolean): Promise<number> {
  const { path, answer } = controlCalls.why;
  const vips = await callControl(layout.controlSocket, path, null, answer);
  const { formatWhy } = await import("./print-status");
  print(isJson ? `${JSON.stringify(vips, null, 2)}\n` : formatWhy(vips));
  return 0;
}

/** What stands in the file, which the agent reads anew for each order: no agent needs to run. */
async function printKeys({ operatorKeysFile }: Layout, isJson: boolean): Promise<number> {
  const { readOperatorKeys } = await import("../fence/operator-keys");
  const { formatKeys } = await import("./print-status");
  const { keys, problems } = await readOperatorKeys(operatorKeysFile);
  const told = { keys: keys.map(({ fingerprint, comment }) => ({ fingerprint, comment })), problems };
  print(isJson ? `${JSON.stringify(told, null, 2)}\n` : formatKeys(operatorKeysFile, told));
  return problems.length === 0 ? 0 : 1;
}

async function release(layout: Layout, address: string | null, stay: boolean): Promise<number> {
  const { path, answer } = controlCalls.release;
  const { released, remaining } = await callControl(layout.controlSocket, path, { address, stay }, answer);
  for (const gone of released) {
    const what = stay ? "It stays away until 'primacy-agent unblock'." : "This host may take it again.";
    print(`${gone} is not on this host any more. ${what}\n`);
  }
  for (const kept of remaining) {
    print(`${kept} could not be let go within 5 s. See 'primacy-agent why'.\n`);
  }
  return remaining.length === 0 ? 0 : 1;
}

async function unblock(layout: Layout, address: string | null): Promise<number> {
  const { path, answer } = controlCalls.unblock;
  const { addresses } = await callControl(layout.controlSocket, path, { address }, answer);
  print(`${addresses.join(", ")}: this host may take it again.\n`);
  return 0;
}

async function printRequest(layout: Layout, name: string): Promise<number> {
  const { makeCertificateRequest } = await import("../identity/certificate-request");
  print(`${(await makeCertificateRequest(layout.keyFile, name)).trim()}\n`);
  return 0;
}

function findLayout(): Layout {
  const root = process.env.PRIMACY_AGENT_ROOT;
  return root === undefined || root === ""
    ? hostLayout
    : planLayout(`${root}/etc/primacy-agent`, `${root}/var/lib/primacy-agent`, `${root}/run/primacy-agent`);
}

function print(text: string): void {
  process.stdout.write(text);
}
