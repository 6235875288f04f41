import { z } from "zod";
import { BusyPerProcessor } from "../drill/fault";
import { ProxyService } from "../proxy/service";
import { ServiceName } from "./operable-services";

/** An address of a host whose frames are meant. */
const CutAddress = z.union([z.ipv4(), z.ipv6()]);

/**
 * What a drill does to a host.
 *
 * `kill_server`: SIGKILL to the process that listens on a port, which has to be a MySQL server. Where it `restarts`, its service manager may
 * start it again; else it is kept down until the act is undone, which starts the service. `stop_server`: the service of such a server is
 * stopped, and started by the undo. `freeze_server`: SIGSTOP to such a server, SIGCONT by the undo. `kill_agent`, `freeze_agent`: the same to
 * the agent of this host; killed, its supervisor starts it again.
 *
 * `cut`: the host's interfaces drop every frame to and from everybody but those of `spares`, or, with `peers`, to or from these
 * alone: at the device, so that ARP and neighbour discovery are dropped too. `drops`: what comes in, what goes out, or both. The kernel itself
 * ends it at the deadline.
 *
 * `busy_processors`: processes that do nothing but use a processor, so many for each that the host has. Each ends by itself at the deadline.
 * `kill_proxy`: SIGKILL to each process of a program, which is also the name of its service. Where a `port` is given, one of them has to listen
 * there. `restarts` as of `kill_server`.
 * `fill_disk`: a file takes all space of the file system on which the server on a port has its data, where that is a loop file system whose image is
 * named as one that was made for drills; no other is filled.
 */
export const HostFault = z.discriminatedUnion("name", [
  z.strictObject({
    name: z.literal("kill_server"),
    service: ServiceName,
    port: z.number().int().min(1).max(65_535),
    restarts: z.boolean(),
  }),
  z.strictObject({
    name: z.literal("stop_server"),
    service: ServiceName,
    port: z.number().int().min(1).max(65_535),
  }),
  z.strictObject({ name: z.literal("freeze_server"), port: z.number().int().min(1).max(65_535) }),
  z.strictObject({ name: z.literal("kill_agent") }),
  z.strictObject({ name: z.literal("freeze_agent") }),
  z.strictObject({
    name: z.literal("cut"),
    /** Null: everybody. */
    peers: z.array(CutAddress).min(1).max(32).nullable(),
    /** Of whom nothing is dropped: the console, that the host can be healed before its deadline. */
    spares: z.array(CutAddress).max(8),
    drops: z.enum(["in", "out", "both"]),
  }),
  z.strictObject({ name: z.literal("busy_processors"), perProcessor: BusyPerProcessor }),
  z.strictObject({
    name: z.literal("kill_proxy"),
    program: ProxyService,
    /** Null: of Keepalived, which listens on none. */
    port: z.number().int().min(1).max(65_535).nullable(),
    restarts: z.boolean(),
  }),
  z.strictObject({ name: z.literal("fill_disk"), port: z.number().int().min(1).max(65_535) }),
]);
export type HostFault = z.infer<typeof HostFault>;
