import { findCommand } from "../../command/run-command";
import { findLibc } from "../../ffi/libc";
import { createSockDiagKiller } from "./sock-diag-killer";
import { createSsCommandKiller } from "./ss-command-killer";
import type { SocketKiller } from "./types";

/** The best way this host allows to end connections: netlink in process, else `ss`, else null. */
export function findSocketKiller(): SocketKiller | null {
  const libc = findLibc();
  if (libc !== null) {
    return createSockDiagKiller(libc);
  }
  const ssFile = findCommand("ss");
  return ssFile === null ? null : createSsCommandKiller(ssFile);
}
