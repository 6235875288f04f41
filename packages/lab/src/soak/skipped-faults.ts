/** A part of the fault matrix that is not drawn. */
export interface SkippedFault {
  readonly row: string;
  readonly what: string;
  readonly why: string;
}

/** What rows F1 to F18 of the matrix name and this soak does not draw, each with the reason. */
export const skippedFaults: readonly SkippedFault[] = [
  {
    row: "F3",
    what: "server that is writable as soon as it starts",
    why: "the direct client, which writes to any server that lets it, would itself make writes outside of the group",
  },
  {
    row: "F5",
    what: "agent stopped at each of its instructions",
    why: "a built agent has no points to stop at",
  },
  { row: "F7", what: "pause of a virtual machine", why: "the lab's hosts share the machine's kernel" },
  { row: "F10", what: "delay of every packet", why: "the kernel has no netem; stalls and losses are drawn" },
  {
    row: "F12",
    what: "stalled disk",
    why: "the kernel has no dm-delay, and freezing the file system would stall the whole machine",
  },
  { row: "F12", what: "memory pressure", why: "the lab's hosts share the machine's memory" },
  {
    row: "F12",
    what: "processes used up",
    why: "the kernel counts processes by user, and the lab's hosts share their users",
  },
  {
    row: "F13",
    what: "probe table dropped",
    why: "agents wait for an operator then, who makes it again from the console; odd-hosts.lab.test.ts shows it",
  },
  {
    row: "F13",
    what: "expired certificate",
    why: "only the console's authority makes one, and only a jump of the shared clock lets one expire",
  },
  {
    row: "F14",
    what: "transaction of 300 MB",
    why: "the group refuses above 150 MB; one of 60 MB is drawn",
  },
  {
    row: "F14",
    what: "flow control in force",
    why: "it begins at 25 000 transactions of lag, above all that a fault's load writes",
  },
  {
    row: "F15",
    what: "jumps and steps of the wall clock, suspend",
    why: "the lab's hosts share the machine's clock",
  },
  {
    row: "F16",
    what: "restart of networkd or NetworkManager",
    why: "the lab's hosts run neither; what they do to addresses is drawn",
  },
  {
    row: "F16",
    what: "changed sysctl settings",
    why: "a host that was told not to answer ARP has no address for anybody until it is told otherwise; wire.lab.test.ts shows it",
  },
  {
    row: "F17",
    what: "stranger with the address on its loopback",
    why: "the wire cannot tell it from one with the address on its card, which is drawn; odd-hosts.lab.test.ts shows it on members",
  },
  { row: "F17", what: "stranger on another VLAN", why: "the lab's switch carries no VLANs" },
  { row: "F18", what: "old agent version", why: "one version is built and installed" },
  {
    row: "F18",
    what: "cloned host",
    why: "a second host with the same address on the switch would break the lab's own measuring; odd-hosts.lab.test.ts shows an agent that was copied",
  },
];
