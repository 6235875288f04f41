import { findCommand } from "../../command/run-command";
import { findLibc } from "../../ffi/libc";
import { createIpCommandActuator } from "./ip-command-actuator";
import { createNetlinkActuator } from "./netlink-actuator";
import type { AddressActuator } from "./types";

/** The best actuator this host allows: netlink in process, else the `ip` command, else null. */
export function findAddressActuator(): AddressActuator | null {
  const libc = findLibc();
  if (libc !== null) {
    return createNetlinkActuator(libc);
  }
  const ipFile = findCommand("ip");
  return ipFile === null ? null : createIpCommandActuator(ipFile);
}
