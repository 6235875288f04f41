import { mkdir, readdir, rm } from "node:fs/promises";
import path from "node:path";
import { Id } from "@primacy/contract";
import { syncFolder } from "./durable-file";
import type { Layout } from "./layout";

const folderName = "clusters";

/** Where an agent keeps what is of one cluster alone, beside the cluster that it had first. */
export function planClusterLayout(layout: Layout, clusterId: string): Layout {
  const inFolder = (file: string): string => path.join(folderOf(layout, clusterId), path.basename(file));
  return {
    ...layout,
    documentFile: inFolder(layout.documentFile),
    credentialFile: inFolder(layout.credentialFile),
    vipsFile: inFolder(layout.vipsFile),
    roleCheckFile: inFolder(layout.roleCheckFile),
    // Beside the folder: an order that was taken stays so, whatever becomes of the cluster.
    ordersFile: path.join(layout.agentFolder, folderName, `${clusterId}.orders.json`),
  };
}

/** Makes the folder of a cluster, where there is none. */
export async function makeClusterFolder(layout: Layout, clusterId: string): Promise<void> {
  const folder = folderOf(layout, clusterId);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const parent of [path.dirname(folder), layout.agentFolder]) {
    await syncFolder(parent);
  }
}

/** Removes it with all that is in it. */
export async function removeClusterFolder(layout: Layout, clusterId: string): Promise<void> {
  await rm(folderOf(layout, clusterId), { recursive: true, force: true });
}

/** The clusters of which such a folder is kept. */
export async function listClusterFolders(layout: Layout): Promise<string[]> {
  const names = await readdir(path.join(layout.agentFolder, folderName)).catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") {
      return [];
    }
    throw error;
  });
  return names.filter((name) => Id.safeParse(name).success).sort();
}

function folderOf({ agentFolder }: Layout, clusterId: string): string {
  return path.join(agentFolder, folderName, clusterId);
}
