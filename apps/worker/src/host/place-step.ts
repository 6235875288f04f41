import { message, paramsWith } from "@primacy/contract";
import { installLayout } from "@primacy/contract/agent";
import { type AgentRelease, countNeededBytes, shortName } from "@primacy/core/host";
import {
  CommandFailure,
  deleteReleases,
  findCurrentRelease,
  listAgentProcesses,
  listReleases,
  observeAgentVersion,
  placeRelease,
  startAgent,
  switchRelease,
} from "@primacy/remote";
import { z } from "zod";
import { defineStep, type StepContext } from "../operation/executor";
import { StepFailure } from "../operation/failure";
import { withSession } from "../ssh/ssh-session";
import { readAgentRelease } from "./agent-package";
import { restartOperatorIfOn } from "./operator-steps";
import { OnHost, Release } from "./step-inputs";

const progressMs = 300;
const MIB = 1024 * 1024;

/** What was there before: which release, which others, and whether an agent ran. */
const Before = z.object({
  current: z.string().nullable(),
  releases: z.array(z.string()),
  isRunning: z.boolean(),
});

/**
 * Copies the agent to the host and makes it the one that starts next. Taken back, the release before runs again if it
 * ran, and what this step brought is gone.
 */
export const placeStep = defineStep({
  input: OnHost.extend({ release: Release }),
  timeoutMs: 10 * 60_000,
  maxAttempts: 3,
  undo: {
    kind: "recorded",
    record: Before,
    prepare: async ({ worker }, { hostId }, signal) =>
      withSession(worker, hostId, signal, async (session) => ({
        current: await findCurrentRelease(session, signal),
        releases: await listReleases(session, signal),
        isRunning: (await listAgentProcesses(session, signal)).length > 0,
      })),
    undo: async ({ worker, log }, { hostId }, before, signal) =>
      withSession(worker, hostId, signal, async (session) => {
        await switchRelease(session, before.current, signal);
        const added = (await listReleases(session, signal)).filter((name) => !before.releases.includes(name));
        await deleteReleases(session, added, signal);
        if (before.current === null) return;
        if (before.isRunning) await startAgent(session, signal);
        await restartOperatorIfOn(session, log, signal);
      }),
  },
  execute: async (context, { hostId, release }, signal) => {
    const { worker } = context;
    await worker.db.transact(worker.actor, (unit) => unit.agents.setState(hostId, "installing"));
    const name = shortName(release);
    await checkPackage(worker.agentPackagePath, release);
    return withSession(worker, hostId, signal, async (session) => {
      await placeRelease(session, {
        localPath: worker.agentPackagePath,
        name,
        needBytes: countNeededBytes(release),
        signal,
        onProgress: createProgress(context),
      }).catch((error: unknown) => {
        throw translateBroken(session.hostName, error);
      });
      await switchRelease(session, name, signal);
      const version = await observeAgentVersion(session, installLayout.executable, signal);
      return { kind: "done", detail: message("detail.placed", { release: version }), output: { version } };
    });
  },
});

/** The package may have been built anew since the plan was made: then its steps speak of another one. */
async function checkPackage(path: string, planned: AgentRelease): Promise<void> {
  const actual = await readAgentRelease(path);
  if (actual.sha256 === planned.sha256) return;
  const params = { path, reason: "changed_since_plan" };
  throw new StepFailure("failure.agent_package", { params });
}

/** Shows how much is copied, a few times a second; a text that cannot be stored is not worth failing for. */
function createProgress(context: StepContext): (sentBytes: number, totalBytes: number) => void {
  let shownMs = Number.NEGATIVE_INFINITY;
  return (sentBytes, totalBytes) => {
    const nowMs = performance.now();
    if (nowMs - shownMs < progressMs && sentBytes < totalBytes) return;
    shownMs = nowMs;
    const [sentMiB, totalMiB] = [Math.round(sentBytes / MIB), Math.round(totalBytes / MIB)];
    context.report(message("detail.uploading", { sentMiB, totalMiB })).catch(() => undefined);
  };
}

/** A program that was copied whole and does not run is a host that lacks something. */
function translateBroken(host: string, error: unknown): unknown {
  if (!(error instanceof CommandFailure) || !error.command.includes("primacy-agent version")) return error;
  const params = paramsWith({ host }, { reason: error.said ?? error.outcome });
  return new StepFailure("failure.agent_broken", { params, cause: error });
}
