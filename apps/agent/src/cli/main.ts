import { agentVersion } from "../run/version";
import type { Layout } from "../store/layout";
import { awaitSignal } from "./await-signal";
import { exitFailed, tellFailure } from "./exit-codes";
import { findLayout } from "./find-layout";
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

const exitWrongCommand = 2;

/** Runs one command and returns the exit code; of a wrong one nothing is done. */
export async function runCli(args: readonly string[]): Promise<number> {
  return tellFailure(() => execute(parseCommand(args), findLayout()));
}

async function execute(command: CliCommand, layout: Layout): Promise<number> {
  switch (command.kind) {
    case "run":
      return (await import("./run-agent")).runAgent(layout);
    case "hands":
      return (await import("./run-address-helper")).runAddressHelper(layout);
    case "probe":
      return (await import("./play-clients")).playClients();
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

function print(text: string): void {
  process.stdout.write(text);
}
