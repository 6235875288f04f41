import { assertUnbroken, databaseNames, joinRows, keepTestLab, runRootSql } from "@primacy/lab";
import { type LabCluster, startLabCluster } from "./lab-cluster";

/** A lab's group as a console has registered it, without a VIP: what most test files begin with. */
export interface SharedCluster extends Omit<LabCluster, "close"> {
  readonly clusterId: string;
  /**
   * Takes back what the file did, for the next one: faults, VIPs, changes of the group. Throws what the standing watch saw.
   * The console, the agents and the registration stay.
   */
  giveBack(): Promise<void>;
}

/** What is done to the group beside what every file needs. */
export interface Preparation {
  /** Registers the group on hosts with agents, with whatever the files need first; its id. */
  register(lab: LabCluster): Promise<string>;
  /** Takes back what only these files do, between two of them; throws where something is left. */
  giveBack?(lab: LabCluster): Promise<void>;
  /** Takes the preparation back, where the lab goes to others. */
  end?(lab: LabCluster): Promise<void>;
}

/**
 * Gives a test file the group that files of this process share: healed, whole, db1 its primary, registered and without a VIP.
 * The first file has it made, which takes longer than many a test; it is made anew where a server is another one since.
 */
export const shareCluster: () => Promise<SharedCluster> = createShare({ register: (lab) => lab.register() });

/** The same for files that need a group which is prepared in another way: they share one among themselves. */
export function createShare(preparation: Preparation): () => Promise<SharedCluster> {
  let standing: { readonly lab: LabCluster; readonly clusterId: string } | null = null;

  const end = async (): Promise<void> => {
    const held = standing;
    standing = null;
    if (held !== null) await endLab(held.lab, preparation);
  };
  const giveBack = async (lab: LabCluster, clusterId: string): Promise<void> => {
    try {
      await lab.lab.resetGroup();
      await lab.removeVips(clusterId);
      await preparation.giveBack?.(lab);
      assertUnbroken(await lab.standing.end());
    } catch (cause) {
      // The next file begins with a console of its own, and is not held to what was left here.
      await end().catch(() => undefined);
      throw cause;
    }
  };

  return async () => {
    if (standing === null || !(await takeUp(standing))) {
      await end();
      const lab = await startLabCluster();
      try {
        standing = { lab, clusterId: await preparation.register(lab) };
      } catch (cause) {
        await endLab(lab, preparation).catch(() => undefined);
        throw cause;
      }
      keepTestLab(end);
    }
    const { lab, clusterId } = standing;
    return { ...lab, clusterId, giveBack: () => giveBack(lab, clusterId) };
  };
}

async function endLab(lab: LabCluster, { end }: Preparation): Promise<void> {
  try {
    await end?.(lab);
  } finally {
    await lab.close();
  }
}

/** Whether the members are still those that were registered; begins to watch the lab anew. */
async function takeUp({ lab, clusterId }: { lab: LabCluster; clusterId: string }): Promise<boolean> {
  await lab.lab.resetGroup();
  const { members } = await lab.opened.database.clusters.get(clusterId);
  const uuids = await Promise.all(
    databaseNames.map(async (name) => joinRows(await runRootSql(lab.lab.host(name), "SELECT @@server_uuid"))),
  );
  if (!uuids.every((uuid) => members.some(({ serverUuid }) => serverUuid === uuid))) return false;
  await lab.standing.restart();
  return true;
}
