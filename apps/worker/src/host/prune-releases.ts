import {
  deleteReleases,
  findCurrentRelease,
  forgetPreviousConfiguration,
  listReleases,
} from "@primacy/remote";
import type { WorkerContext } from "../context";
import { withSession } from "../ssh/ssh-session";

/**
 * Deletes the releases that do not run and the copy of the older configuration. Done when an operation has succeeded
 * and not as one of its steps: as long as a step may be taken back, there must be something to go back to.
 */
export async function pruneReleases(
  worker: WorkerContext,
  hostId: string,
  signal: AbortSignal,
): Promise<void> {
  await withSession(worker, hostId, signal, async (session) => {
    const current = await findCurrentRelease(session, signal);
    if (current === null) return;
    const old = (await listReleases(session, signal)).filter((name) => name !== current);
    await deleteReleases(session, old, signal);
    await forgetPreviousConfiguration(session, signal);
  });
}
