import { z } from "zod";

/** What a host is made of, as its own kernel says it. */
export const HostMachine = z.object({
  /** The kernel's release, as `uname -r` gives it. */
  kernel: z.string().max(200),
  /** Of its first processor; null where the kernel does not name it. */
  cpuModel: z.string().max(200).nullable(),
  /** Processors as programs count them: threads of cores, and not sockets. */
  cpus: z.number().int().nonnegative(),
  memoryBytes: z.number().nonnegative(),
});
export type HostMachine = z.infer<typeof HostMachine>;
