import { joinMessages, message, paramsWith } from "@primacy/contract";
import { deleteAgent, hasProgram, listRemains, releaseAddresses, stopAgent } from "@primacy/remote";
import { defineStep } from "../operation/executor";
import { StepFailure } from "../operation/failure";
import { withSession } from "../ssh/ssh-session";
import { OnHost } from "./step-inputs";

const timeoutMs = 120_000;
const maxAttempts = 3;

/** Releases the addresses first: whatever fails after that, none is left on a host without an agent. */
export const releaseStep = defineStep({
  input: OnHost,
  timeoutMs,
  maxAttempts,
  undo: { kind: "impossible" },
  execute: async ({ worker }, { hostId }, signal) => {
    await worker.db.transact(worker.actor, (unit) => unit.agents.setState(hostId, "removing"));
    return withSession(worker, hostId, signal, async (session) => {
      if (!(await hasProgram(session, signal))) {
        return { kind: "skipped", detail: message("detail.not_installed") };
      }
      await releaseAddresses(session, signal);
      return { kind: "done" };
    });
  },
});

/** Ends the agent and its supervisor. */
export const stopStep = defineStep({
  input: OnHost,
  timeoutMs,
  maxAttempts,
  undo: { kind: "impossible" },
  execute: async ({ worker }, { hostId }, signal) =>
    withSession(worker, hostId, signal, async (session) => {
      await stopAgent(session, signal);
      return { kind: "done", detail: message("detail.stopped") };
    }),
});

/** Deletes files and nft table. */
export const deleteStep = defineStep({
  input: OnHost,
  timeoutMs,
  maxAttempts,
  undo: { kind: "impossible" },
  execute: async ({ worker }, { hostId }, signal) =>
    withSession(worker, hostId, signal, async (session) => {
      await deleteAgent(session, signal);
      return { kind: "done", detail: message("detail.deleted") };
    }),
});

/** Looks for what is left; only when nothing is, the console forgets the agent and its certificates. */
export const verifyGoneStep = defineStep({
  input: OnHost,
  timeoutMs,
  maxAttempts,
  undo: { kind: "nothing" },
  execute: async ({ worker }, { hostId }, signal) => {
    const { host, remains } = await withSession(worker, hostId, signal, async (session) => ({
      host: session.hostName,
      remains: await listRemains(session, signal),
    }));
    if (remains.length > 0) {
      const params = paramsWith({ host }, { what: joinMessages(remains, "text.list") });
      throw new StepFailure("failure.agent_left", { params });
    }
    await worker.db.transact(worker.actor, async (unit) => {
      await unit.agents.remove(hostId);
      await unit.certificates.revokeByHost(hostId);
    });
    return { kind: "done", detail: message("detail.gone") };
  },
});
