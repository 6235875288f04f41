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

let standing: { readonly lab: LabCluster; readonly clusterId: string } | null = null;

/**
 * Gives a test file the group that files of this process share: healed, whole, db1 its primary, registered and without a VIP.
 * The first file has it made, which takes longer than many a test; it is made anew where a server is another one since.
 */
export async function shareCluster(): Promise<SharedCluster> {
  if (standing === null || !(await takeUp(standing))) {
    await standing?.lab.close();
    standing = null;
    const lab = await startLabCluster();
    try {
      standing = { lab, clusterId: await lab.register() };
    } catch (cause) {
      await lab.close().catch(() => undefined);
      throw cause;
    }
    keepTestLab(async () => {
      const held = standing;
      standing = null;
      await held?.lab.close();
    });
  }
  const { lab, clusterId } = standing;
  return { ...lab, clusterId, giveBack: () => giveBack(lab, clusterId) };
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

async function giveBack(lab: LabCluster, clusterId: string): Promise<void> {
  try {
    await lab.lab.resetGroup();
    await lab.removeVips(clusterId);
    assertUnbroken(await lab.standing.end());
  } catch (cause) {
    // The next file begins with a console of its own, and is not held to what was left here.
    standing = null;
    await lab.close().catch(() => undefined);
    throw cause;
  }
}
