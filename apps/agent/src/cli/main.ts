import { writeFile } from "node:fs/promises";
import { setFlagsFromString } from "node:v8";
import { agentVersion } from "../run/version";
import { startWatchdog } from "../run/watchdog";
import { hostLayout, type Layout, planLayout } from "../store/layout";
import { type CliCommand, type OperatorAct, parseCommand } from "./parse-command";

const usage = `primacy-agent ${agentVersion}

  primacy-agent status            what this host holds, and its server's state
  primacy-agent why               why it holds each address, or why not, and how that came about
  primacy-agent release [ADDRESS] [--stay]
                                  let go of an address now, or of all; with --stay keep away until 'unblock'
  primacy-agent unblock [ADDRESS] end 'release --stay', and a block that needs a person
  primacy-agent keys              whose signature counts on this host, in an order that another host is off
  primacy-agent version           the version of this program
  primacy-agent csr NAME          make this host's key, and print its certificate signing request
  primacy-agent hands             run the process that touches addresses (the supervisor does this)
  primacy-agent operator run      run the host operator, where it is switched on (its supervisor does this)
  primacy-agent operator replay   undo what the host operator left in force before the last boot
  primacy-agent operator undo     undo all that the host operator has in force
  primacy-agent operator heal HOST
                                  undo acts at their deadlines where no host operator does (it starts this itself)
  primacy-agent probe             play the clients of a drill (the agent does this)
  primacy-agent run               run the process that decides and speaks to the network (the supervisor does this)

'status', 'why' and 'keys' take --json. All but 'version' and 'probe' need root.
`;

const watchdogLimitMs = 2000;
/** The supervisor leaves the addresses alone after this exit code: another agent holds them by right. */
const exitAnotherAgent = 3;
const exitFailed = 1;
const exitWrongCommand = 2;

/** Runs one command and returns the exit code; of a wrong one nothing is done. */
export async function runCli(args: readonly string[]): Promise<number> {
  const command = parseCommand(args);
  try {
    return await execute(command, findLayout());
  } catch (error) {
    // By name: to know their classes would load what most commands do not need.
    if (error instanceof Error && ["ControlError", "StoreError", "AddressHelperError"].includes(error.name)) {
      process.stderr.write(`${error.message}\n`);
      return exitFailed;
    }
    throw error;
  }
}

async function execute(command: CliCommand, layout: Layout): Promise<number> {
  switch (command.kind) {
    case "run":
      return run(layout);
    case "hands":
      return runAddressHelper(layout);
    case "probe":
      return playClients();
    case "operator":
      return runOperator(layout, command.act);
    case "deadlines":
      return keepDeadlines(layout, command.hostId);
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
  const { startAgent } = await import("../run/start-agent");
  const agent = await startAgent(layout);
  if ("kind" in agent) {
    process.stderr.write("Another agent runs on this host; this one ends and touches nothing.\n");
    return exitAnotherAgent;
  }
  const stopWatchdog = startWatchdog(watchdogLimitMs, agent.beat);
  const isLost = await Promise.race([awaitSignal().then(() => false), agent.lost.then(() => true)]);
  if (isLost) {
    // It can hold and let go of nothing any more, so that the sooner its supervisor knows, the better.
    process.stderr.write("The process that touches addresses is gone; the agent ends with it.\n");
    process.exit(exitFailed);
  }
  await agent.stop();
  stopWatchdog();
  return 0;
}

async function runAddressHelper(layout: Layout): Promise<number> {
  const { startAddressHelper } = await import("../address-helper/start-address-helper");
  const hands = await startAddressHelper(layout);
  const stopWatchdog = startWatchdog(watchdogLimitMs, () => undefined);
  awaitSignal().then(
    () => hands.stop(),
    () => undefined,
  );
  await hands.ended;
  stopWatchdog();
  return 0;
}

/** The agent's own process is protected from the out-of-memory killer; this one is not to be. */
async function playClients(): Promise<number> {
  await writeFile("/proc/self/oom_score_adj", "0").catch(() => undefined);
  // It ends before an optimizing compiler has paid for itself.
  setFlagsFromString("--no-opt");
  const { serveClients } = await import("@primacy/probe/clients");
  await serveClients(process.stdin, process.stdout);
  return 0;
}

/** `replay` and `undo` need that no host operator runs: its supervisor has them run before it starts one, and after. */
async function runOperator(layout: Layout, act: OperatorAct): Promise<number> {
  const operator = await import("../host-operator/start-host-operator");
  if (act === "run") {
    const running = await operator.startHostOperator(layout);
    await awaitSignal();
    await running.stop();
    return 0;
  }
  const left =
    act === "replay" ? await operator.replayHostOperator(layout) : await operator.undoHostOperator(layout);
  const { formatFailedUndo } = await import("./print-status");
  for (const one of left) process.stderr.write(`${formatFailedUndo(one).join("\n")}\n`);
  return left.length === 0 ? 0 : exitFailed;
}

/** Whoever started it waits for a word, and no longer reads after that. */
async function keepDeadlines(layout: Layout, hostId: string): Promise<number> {
  const deadlines = await import("../host-operator/keep-deadlines");
  const { armedWord } = await import("../host-operator/dead-man");
  process.stdout.on("error", () => undefined);
  await deadlines.keepDeadlines(layout, hostId, () => print(`${armedWord}\n`));
  return 0;
}

/** Resolves when the process is told to end. The end of a terminal is no reason to let go of an address. */
function awaitSignal(): Promise<void> {
  process.on("SIGHUP", () => undefined);
  return new Promise((resolve) => {
    for (const signal of ["SIGTERM", "SIGINT"] as const) {
      process.on(signal, () => resolve());
    }
  });
}

async function printStatus(layout: Layout, isJson: boolean): Promise<number> {
  const { callControl, controlCalls } = await loadControl();
  const { path, answer } = controlCalls.status;
  const status = await callControl(layout.controlSocket, path, null, answer);
  const { formatStatus } = await import("./print-status");
  print(isJson ? `${JSON.stringify(status, null, 2)}\n` : formatStatus(status));
  return 0;
}

async function printWhy(layout: Layout, isJson: boolean): Promise<number> {
  const { callControl, controlCalls } = await loadControl();
  const { path, answer } = controlCalls.why;
  const vips = await callControl(layout.controlSocket, path, null, answer);
  const { formatWhy } = await import("./print-status");
  print(isJson ? `${JSON.stringify(vips, null, 2)}\n` : formatWhy(vips));
  return 0;
}

/** What stands in the file, which the agent reads anew for each order: no agent needs to run. */
async function printKeys({ operatorKeysFile }: Layout, isJson: boolean): Promise<number> {
  const { readOperatorKeys } = await import("../fencing/operator-keys");
  const { formatKeys } = await import("./print-status");
  const { keys, problems } = await readOperatorKeys(operatorKeysFile);
  const told = { keys: keys.map(({ fingerprint, comment }) => ({ fingerprint, comment })), problems };
  print(isJson ? `${JSON.stringify(told, null, 2)}\n` : formatKeys(operatorKeysFile, told));
  return problems.length === 0 ? 0 : 1;
}

async function release(layout: Layout, address: string | null, stay: boolean): Promise<number> {
  const { callControl, controlCalls } = await loadControl();
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
  const { callControl, controlCalls } = await loadControl();
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

/** Loaded on use: the two processes that run all the time carry nothing that they do not need. */
async function loadControl(): Promise<{
  callControl: typeof import("../control/call-control").callControl;
  controlCalls: typeof import("../control/control-api").controlCalls;
}> {
  const { callControl } = await import("../control/call-control");
  const { controlCalls } = await import("../control/control-api");
  return { callControl, controlCalls };
}

function findLayout(): Layout {
  const root = process.env.PRIMACY_AGENT_ROOT;
  const layout =
    root === undefined || root === ""
      ? hostLayout
      : planLayout(`${root}/etc/primacy-agent`, `${root}/var/lib/primacy-agent`, `${root}/run/primacy-agent`);
  // The supervisor names one for each pair of processes that it starts.
  return { ...layout, handsSocket: process.env.PRIMACY_HANDS_SOCKET ?? layout.handsSocket };
}

function print(text: string): void {
  process.stdout.write(text);
}
