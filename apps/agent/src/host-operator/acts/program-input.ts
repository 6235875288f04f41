import { constants } from "node:fs";
import { type FileHandle, open, statfs } from "node:fs/promises";

/** Whose a file is. */
export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/** O_TMPFILE (open(2)), which Node does not name: a file that has no name from the first moment on, and can be given none. */
const nameless = 0o20000000 | constants.O_DIRECTORY | constants.O_EXCL;
/** TMPFS_MAGIC (statfs(2)). */
const inMemory = 0x01021994;
/** In memory also where the run folder is not; a file without a name is out of reach there too. */
const sharedFolder = "/dev/shm";
const ownersAlone = 0o400;

/** Where inputs may lie: of these and `/dev/shm` the first that is in memory, else the second. */
export interface InputFolders {
  readonly run: string;
  readonly own: string;
}

/**
 * A text as the standard input of a program that runs as another user, who alone can read it. It is a file, because a program
 * may open `/dev/stdin` anew, which the kernel refuses it for a pipe or socket of root's. It has no name at any moment: a crash
 * leaves nothing, and it is gone with the last process that has it open. Throws where there is no room, or the file system
 * has no such files.
 */
export async function openProgramInput(
  text: string,
  { uid, gid }: Owner,
  folders: InputFolders,
): Promise<FileHandle> {
  const written = await open(await findFolder(folders), nameless | constants.O_RDWR, ownersAlone);
  try {
    await written.writeFile(text);
    await written.chown(uid, gid);
    await written.chmod(ownersAlone);
    // From the beginning, and for reading alone.
    return await open(`/proc/self/fd/${written.fd}`, constants.O_RDONLY);
  } finally {
    await written.close();
  }
}

async function findFolder({ run, own }: InputFolders): Promise<string> {
  for (const folder of [run, sharedFolder]) {
    const found = await statfs(folder).catch(() => null);
    if (found?.type === inMemory) return folder;
  }
  return own;
}
