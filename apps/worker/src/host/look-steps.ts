import { HostFacts, joinMessages, message, paramsWith } from "@primacy/contract";
import { installLayout } from "@primacy/contract/agent";
import { type AgentRelease, countNeededBytes, judgeInstall } from "@primacy/core/host";
import { observeFacts, type RemoteSession, requireFreeBytes } from "@primacy/remote";
import { z } from "zod";
import { defineStep } from "../operation/executor";
import { StepFailure } from "../operation/failure";
import { withSession } from "../ssh/ssh-session";
import { OnHost, Release } from "./step-inputs";

const timeoutMs = 60_000;
const maxAttempts = 3;

/** Signs in; where root is needed, it fails here with what sudo said, before anything is looked at. */
export const connectStep = defineStep({
  input: OnHost.extend({ needsRoot: z.boolean() }),
  timeoutMs,
  maxAttempts,
  undo: { kind: "nothing" },
  execute: async ({ worker }, { hostId, needsRoot }, signal) =>
    withSession(worker, hostId, signal, async (session) => {
      if (needsRoot) await session.runAsRoot(["true"], { signal });
      const privilege = await session.observePrivilege(signal);
      const detail = message("detail.connected", { user: session.target.user, privilege });
      return { kind: "done", detail, output: { privilege } };
    }),
});

/** Looks at the host and stores what it saw; with a release, it judges whether the agent can be installed. */
export const observeStep = defineStep({
  input: OnHost.extend({ release: Release.nullable() }),
  timeoutMs,
  maxAttempts,
  undo: { kind: "nothing" },
  execute: async ({ worker, log }, { hostId, release }, signal) =>
    withSession(worker, hostId, signal, async (session) => {
      const options = { signal, now: worker.now(), installPath: installLayout.programFolder };
      const facts = await observeFacts(session, options);
      await worker.db.transact(worker.actor, (unit) => unit.hosts.recordFacts(hostId, facts));
      if (release !== null) {
        for (const warning of await refuseUnfit(session, facts, release, signal))
          await log("warning", warning);
      }
      const { os, kernel, glibc, nics, mysql } = facts;
      const detail = message("detail.observed", {
        os,
        kernel,
        glibc: glibc ?? "-",
        nics: nics.length,
        mysql: mysql.length,
      });
      return { kind: "done", detail, output: HostFacts.parse(facts) };
    }),
});

/** Throws when the agent cannot run there; the warnings otherwise. */
async function refuseUnfit(
  session: RemoteSession,
  facts: HostFacts,
  release: AgentRelease,
  signal: AbortSignal,
): Promise<ReturnType<typeof judgeInstall>["warnings"]> {
  const { problems, warnings } = judgeInstall(facts, release, session.target.user);
  const [only] = problems;
  if (only === undefined) return warnings;
  // Too little space alone has a failure of its own, because freeing some is all that is needed.
  if (problems.length === 1 && only.code === "failure.host_space") {
    await requireFreeBytes(session, installLayout.programFolder, countNeededBytes(release), signal);
  }
  const params = paramsWith({ host: session.hostName }, { reasons: joinMessages(problems) });
  throw new StepFailure("failure.host_unfit", { params });
}
