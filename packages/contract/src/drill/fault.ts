import { z } from "zod";
import { Id } from "../primitives/scalar";
import { ProxyService } from "../proxy/service";

/** What a drill does to a cluster, in the order of the catalogue: from what is planned to what is rare. */
export const DrillFaultKind = z.enum([
  "switchover",
  "stop_mysqld",
  "kill_mysqld",
  "freeze_mysqld",
  "cut_host",
  "cut_secondary",
  "cut_one_way",
  "kill_agent",
  "freeze_agent",
  "cpu_pressure",
  "kill_proxy",
  "fill_disk",
]);
export type DrillFaultKind = z.infer<typeof DrillFaultKind>;

/** How many busy processes there can be for each processor of a host. */
export const busyChoices = [1, 2, 4, 8] as const;
export const BusyPerProcessor = z.literal(busyChoices);
export type BusyPerProcessor = z.infer<typeof BusyPerProcessor>;

/** For how long a disk can be full, in seconds. */
export const fullChoices = [20, 60, 120] as const;
export const FullSeconds = z.literal(fullChoices);
export type FullSeconds = z.infer<typeof FullSeconds>;

/**
 * A fault with what is chosen of it. It hits the primary of the moment, or its host; where a `memberId` is named, that secondary too (null:
 * the console chooses one).
 *
 * `switchover`: the group is told to make another member its primary (null: the console chooses). `stop_mysqld`: the service of the server is
 * stopped, as for maintenance. `kill_mysqld`: SIGKILL to the server. `restarts`: its service manager starts it again at once; else it
 * stays down until it is healed. `freeze_mysqld`: SIGSTOP to the server until it is healed: its sockets stay open, and it answers nothing.
 * `cut_host`: the host of the primary loses every frame to and from everybody but the console. `cut_secondary`: the host of a secondary does.
 * `cut_one_way`: the primary's frames do not reach the secondary, or the other way round. `kill_agent`, `freeze_agent`: SIGKILL or SIGSTOP to the agent
 * of the primary's host, which its own supervisor starts again, or which the host thaws at its deadline. `cpu_pressure`: busy processes on the
 * primary's host, `perProcessor` for each of its processors.
 * `kill_proxy`: SIGKILL to each process of a program of a proxy (null: the console chooses one through which an endpoint leads), on the host
 * that clients reach: of HAProxy and Keepalived the one that has the address. `restarts` as above. `fill_disk`: the file system of the primary's data is full for
 * so many `seconds`, where that is a loop file system that was made for drills; no other is filled.
 */
export const DrillFault = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("switchover"), memberId: Id.nullable() }),
  z.strictObject({ kind: z.literal("stop_mysqld") }),
  z.strictObject({ kind: z.literal("kill_mysqld"), restarts: z.boolean() }),
  z.strictObject({ kind: z.literal("freeze_mysqld") }),
  z.strictObject({ kind: z.literal("cut_host") }),
  z.strictObject({ kind: z.literal("cut_secondary"), memberId: Id.nullable() }),
  z.strictObject({
    kind: z.literal("cut_one_way"),
    memberId: Id.nullable(),
    drops: z.enum(["to_secondary", "from_secondary"]),
  }),
  z.strictObject({ kind: z.literal("kill_agent") }),
  z.strictObject({ kind: z.literal("freeze_agent") }),
  z.strictObject({ kind: z.literal("cpu_pressure"), perProcessor: BusyPerProcessor }),
  z.strictObject({
    kind: z.literal("kill_proxy"),
    proxyId: Id.nullable(),
    program: ProxyService,
    restarts: z.boolean(),
  }),
  z.strictObject({ kind: z.literal("fill_disk"), seconds: FullSeconds }),
]);
export type DrillFault = z.infer<typeof DrillFault>;
