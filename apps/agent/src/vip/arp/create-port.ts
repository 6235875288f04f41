import { findCommand } from "../../command/run-command";
import { findLibc } from "../../ffi/libc";
import { createArpingPort } from "./arping-port";
import { createPacketArpPort } from "./packet-port";
import type { ArpPort } from "./types";

/** The best ARP port this host allows: packet sockets, else the `arping` command, else null. */
export function findArpPort(): ArpPort | null {
  const libc = findLibc();
  if (libc !== null) {
    return createPacketArpPort(libc);
  }
  const arpingFile = findCommand("arping");
  return arpingFile === null ? null : createArpingPort(arpingFile);
}
