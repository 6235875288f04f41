import { stat } from "node:fs/promises";
import path from "node:path";

const writableByOthers = 0o022;
const sticky = 0o1000;

/**
 * True where nobody but root can replace what lies at an absolute path without links: it and every folder above belong to root,
 * and no others may write there; in a folder with the sticky bit they may, but not replace what is root's.
 */
export async function isRootsOwn(at: string): Promise<boolean> {
  const { mode, uid } = await stat(at);
  const isOpen = (mode & writableByOthers) !== 0 && (mode & sticky) === 0;
  if (uid !== 0 || isOpen) return false;
  return at === "/" || isRootsOwn(path.dirname(at));
}
