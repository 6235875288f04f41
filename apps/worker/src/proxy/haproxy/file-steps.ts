import { type Message, message, paramsWith } from "@primacy/contract";
import {
  type HaproxyFilesInput,
  type HaproxyTarget,
  judgeFile,
  type ProxyFile,
  proxyFiles,
  verifyCommands,
} from "@primacy/core/proxy";
import type { OperatorSession } from "../../host-operator/operator-session";
import { defineStep, type StepContext } from "../../operation/executor";
import { StepFailure } from "../../operation/failure";
import { keepOrdered, ordersOf } from "../repeated-orders";
import { actOf, hashText, openSession, tryProgram, undoAfterMs, undoOpen } from "./operator-acts";
import { settleService } from "./settle-service";
import { FilesInput, HostBefore, ProxyBefore, TargetInput } from "./step-inputs";

const names: readonly ProxyFile[] = ["haproxy", "keepalived"];
const tryLimitMs = 20_000;

/** Has both programs read the new texts before anything is replaced, and notes what is there now. */
export const verifyStep = defineStep<HaproxyFilesInput>({
  input: FilesInput,
  timeoutMs: 90_000,
  undo: { kind: "nothing" },
  async execute(context, input, signal) {
    const session = await openSession(context, input, signal);
    for (const name of names) await verify(session, input, name, signal);
    return { kind: "done", output: await readBefore(session, input, signal) };
  },
});

async function readBefore(
  session: OperatorSession,
  input: HaproxyFilesInput,
  signal: AbortSignal,
): Promise<HostBefore> {
  return {
    hostId: input.hostId,
    files: {
      haproxy: await readReplaceable(session, input, "haproxy", signal),
      keepalived: await readReplaceable(session, input, "keepalived", signal),
    },
    written: input.texts,
    services: {
      haproxy: await session.readService("haproxy", signal),
      keepalived: await session.readService("keepalived", signal),
    },
  };
}

/** Keepalived says nothing of a text that it takes, and ends well also where it cannot read it: then it says so. */
async function verify(
  session: OperatorSession,
  input: HaproxyFilesInput,
  name: ProxyFile,
  signal: AbortSignal,
): Promise<void> {
  const params = { host: input.hostName, program: name === "haproxy" ? "HAProxy" : "Keepalived" };
  const tried = await tryProgram(session, verifyCommands(input)[name], input.texts[name], tryLimitMs, signal);
  if (tried === null)
    throw new StepFailure("failure.proxy_verify_silent", { params: { ...params, limitMs: tryLimitMs } });
  const said = tried.output.trim();
  if (tried.exitCode === 0 && (name === "haproxy" || said === "")) return;
  throw new StepFailure("failure.proxy_verify", { params: { ...params, said: said.slice(0, 1_000) || "-" } });
}

/** Replaces both files, each only as it was noted. Undone, the files are as before, and so are the services that ran with them. */
export const writeStep = defineStep<HaproxyFilesInput, HostBefore>({
  input: FilesInput,
  timeoutMs: 120_000,
  undo: {
    kind: "recorded",
    record: HostBefore,
    prepare: (context, input) => getBefore(context, input),
    async undo(context, input, before, signal) {
      const session = await openSession(context, input, signal);
      await restoreFiles(context, session, input, before, signal);
      await startAgain(context, session, input, before, signal);
    },
  },
  async execute(context, input, signal) {
    const session = await openSession(context, input, signal);
    const { files } = await getBefore(context, input);
    for (const name of names) await write(session, input, name, files[name], signal);
    return { kind: "done" };
  },
});

async function getBefore(
  context: StepContext,
  { hostId, hostName: host }: HaproxyTarget,
): Promise<HostBefore> {
  const noted = await context.listOutputs("haproxy.verify", HostBefore);
  const found = noted.find(({ output }) => output.hostId === hostId);
  if (found !== undefined) return found.output;
  const params = { host, path: proxyFiles.haproxy };
  throw new StepFailure("failure.proxy_file_changed", { params, changedNothing: true });
}

/** The text of a file that may be replaced. Throws `StepFailure` where somebody has written it since the checks. */
async function readReplaceable(
  session: OperatorSession,
  { hostName: host, proxyId }: HaproxyTarget,
  name: ProxyFile,
  signal: AbortSignal,
): Promise<string | null> {
  const path = proxyFiles[name];
  const text = (await session.readFile(path, signal))?.text ?? null;
  const verdict = judgeFile(name, text);
  const isOther = verdict.kind === "ours" && verdict.proxyId !== proxyId;
  if (verdict.kind !== "in_use" && !isOther) return text;
  throw new StepFailure("failure.proxy_file_changed", { params: { host, path }, changedNothing: true });
}

async function write(
  session: OperatorSession,
  input: HaproxyFilesInput,
  name: ProxyFile,
  before: string | null,
  signal: AbortSignal,
): Promise<void> {
  const path = proxyFiles[name];
  const text = input.texts[name];
  const action = { kind: "file", path, expects: before === null ? null : hashText(before), text } as const;
  const actionId = actOf(input, `write ${name}`);
  const done = await session.act(action, { undoAfterMs, actionId }, signal);
  if (done.state !== "acted" && done.state !== "kept") throw fileFailure(input, path, done.reason);
}

function fileFailure({ hostName: host }: HaproxyTarget, path: string, reason: Message | null): StepFailure {
  const params = paramsWith({ host, path }, { reason: reason ?? message("why.no_answer") });
  return new StepFailure("failure.proxy_file", { params });
}

/** Puts back both files on one host, and starts again what ran there before. */
export const restoreStep = defineStep<HaproxyTarget>({
  input: TargetInput,
  timeoutMs: 120_000,
  maxAttempts: 3,
  undo: { kind: "impossible" },
  async execute(context, input, signal) {
    const restore = ProxyBefore.safeParse(await context.worker.db.proxies.getRestore(input.proxyId));
    const before = restore.data?.hosts.find(({ hostId }) => hostId === input.hostId);
    if (before === undefined) return { kind: "skipped" };
    const session = await openSession(context, input, signal);
    await restoreFiles(context, session, input, before, signal);
    await startAgain(context, session, input, before, signal).catch(async (error: unknown) => {
      if (!(error instanceof StepFailure)) throw error;
      await context.log("warning", error.explanation);
    });
    return { kind: "done" };
  },
});

async function restoreFiles(
  context: StepContext,
  session: OperatorSession,
  target: HaproxyTarget,
  before: HostBefore,
  signal: AbortSignal,
): Promise<void> {
  for (const name of [...names].reverse()) await restoreFile(context, session, target, before, name, signal);
}

/** By the host's own backup, with mode and owner; where the host has forgotten that, by the text that was kept. */
async function restoreFile(
  context: StepContext,
  session: OperatorSession,
  target: HaproxyTarget,
  { files, written }: HostBefore,
  name: ProxyFile,
  signal: AbortSignal,
): Promise<void> {
  const path = proxyFiles[name];
  const actionId = actOf(target, `write ${name}`);
  const ids = ordersOf(context.operation.id, `${target.hostId} ${name} put back`);
  const orderId = await keepOrdered(session, ids, signal);
  const now = await session.readFile(path, signal);
  if ((now?.text ?? null) === files[name]) return;
  if (now === null || now.sha256 !== hashText(written[name])) {
    // Somebody has changed it, or the undo of the host itself has. It is not ours to put back any more.
    const params = { host: target.hostName, path };
    await context.log("warning", message("log.haproxy_file_left", params));
    return;
  }
  const record = await session.find(actionId, signal);
  if (record?.state === "kept" || record?.state === "acted") {
    await session.undo(actionId, signal);
    return;
  }
  await undoOpen(session, actionId, signal);
  // A file that was not there cannot be taken away by an edit: an empty one serves nobody either.
  const action = { kind: "file", path, expects: now.sha256, text: files[name] ?? "" } as const;
  if (orderId === null) throw fileFailure(target, path, null);
  const done = await session.act(action, { undoAfterMs, actionId: orderId }, signal);
  if (done.state === "acted") await session.keep(orderId, signal);
  else throw fileFailure(target, path, done.reason);
}

async function startAgain(
  { operation }: Pick<StepContext, "operation">,
  session: OperatorSession,
  { hostId, hostName }: HaproxyTarget,
  { services }: HostBefore,
  signal: AbortSignal,
): Promise<void> {
  for (const service of names) {
    const ids = ordersOf(operation.id, `${hostId} ${service} again`);
    if (services[service] === "running")
      await settleService(session, { hostName, service, state: "running", ids }, signal);
  }
}
