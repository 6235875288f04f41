import { type Message, message } from "@primacy/contract";
import { findLibc } from "../ffi/libc";
import { findAddressActuator } from "../vip/address/create-actuator";
import type { AddressActuator } from "../vip/address/types";
import { findArpPort } from "../vip/arp/create-port";
import type { ArpPort } from "../vip/arp/types";
import { createResetGate } from "../vip/gate/create-gate";
import type { ResetGate } from "../vip/gate/types";
import { findSocketKiller } from "../vip/sockets/create-killer";
import type { SocketKiller } from "../vip/sockets/types";

/** Everything with which an agent acts on its host. */
export interface AddressTools {
  readonly actuator: AddressActuator;
  readonly gate: ResetGate;
  readonly killer: SocketKiller | null;
  readonly arp: ArpPort | null;
}

/** How long clients are reset after a gate that closed by itself. */
const guardMs = 60_000;

/** Opens what this host allows. Throws when addresses cannot be changed at all. */
export function openAddressTools(): AddressTools {
  return { ...openEyes(), gate: createResetGate(guardMs), arp: findArpPort() };
}

/** Opens what looks at addresses and connections, which needs no privilege. Throws like {@link openAddressTools}. */
export function openEyes(): Pick<AddressTools, "actuator" | "killer"> {
  const actuator = findAddressActuator();
  if (actuator === null) {
    throw new Error("neither netlink nor the ip command can be used: install iproute2");
  }
  return { actuator, killer: findSocketKiller() };
}

/** Frees descriptors and children. May be called twice. */
export function closeAddressTools(hands: AddressTools): void {
  hands.gate.stop();
  hands.arp?.close();
  closeEyes(hands);
}

/** The same for what looks alone. */
export function closeEyes(eyes: ReturnType<typeof openEyes>): void {
  eyes.killer?.close();
  eyes.actuator.close();
}

/** What this host lacks, with the consequence. */
export function listAddressToolWarnings(hands: AddressTools, hasSupervisor: boolean): Message[] {
  const warnings: Message[] = [];
  if (hands.gate.kind === "absent") {
    warnings.push(message("reason.no_gate"));
  } else if (!hands.gate.isWorking) {
    warnings.push(message("reason.gate_failing"));
  }
  if (findLibc() === null) {
    warnings.push(message("reason.no_netlink"));
  }
  if (hands.arp === null) {
    warnings.push(message("reason.no_arp"));
  }
  if (!hasSupervisor) {
    warnings.push(message("reason.no_supervisor"));
  }
  if (process.getuid?.() === 0) {
    warnings.push(message("reason.as_root"));
  }
  return warnings;
}
