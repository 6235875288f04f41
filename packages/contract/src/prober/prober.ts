import { z } from "zod";
import { EndpointWay } from "../endpoint/endpoint";
import { Message } from "../message/schema";
import { HostAddress, Port } from "../primitives/address";
import { Id, Instant } from "../primitives/scalar";

/** An attempt is due so often, and counts as failed after so long. */
export const proberEveryMs = 1_000;
export const proberLimitMs = 2_000;

/** Over how many days availability is told. */
export const availabilityDays = [1, 7, 30] as const;

/**
 * How available an endpoint was: of the attempts of a time, those that were acknowledged. What was not tried says nothing: it counts neither as
 * up nor as down, and `observed` tells how much of the time was tried.
 */
export const Availability = z.object({
  days: z.number().int().positive(),
  /** From 0 to 1. */
  observed: z.number().min(0).max(1),
  /** From 0 to 1; null: nothing was tried. */
  available: z.number().min(0).max(1).nullable(),
  attempts: z.number().int().nonnegative(),
  acked: z.number().int().nonnegative(),
});
export type Availability = z.infer<typeof Availability>;

/**
 * A time in which no attempt was acknowledged: `gapMs` from the last acknowledgement before it to the first after it, or to the newest
 * attempt. The outage itself may have been `errorMs` shorter: from the end of the first attempt that failed to the begin of the last.
 */
export const ProberOutage = z.object({
  id: Id,
  proberId: Id,
  startedAt: Instant,
  /** Null: it lasts, or nobody watched its end. */
  endedAt: Instant.nullable(),
  gapMs: z.number().nonnegative(),
  errorMs: z.number().nonnegative(),
  failed: z.number().int().positive(),
});
export type ProberOutage = z.infer<typeof ProberOutage>;

/** What a prober does: it writes a row, or reads one where clients only read. */
export const ProberLane = z.enum(["write", "read"]);
export type ProberLane = z.infer<typeof ProberLane>;

/** A client that the console plays at an endpoint, an attempt each second, day and night, from its own place. */
export const Prober = z.object({
  id: Id,
  clusterId: Id,
  address: HostAddress,
  port: Port,
  name: z.string(),
  way: EndpointWay,
  lane: ProberLane,
  /** Switched off, it keeps what it met. */
  isOn: z.boolean(),
  /** Why it cannot try now, as where the console's account may not write; null: it tries. */
  obstacle: Message.nullable(),
  availability: z.array(Availability),
  /** The newest first. */
  outages: z.array(ProberOutage),
});
export type Prober = z.infer<typeof Prober>;

/** Switches the prober of an endpoint on or off: whether it writes or reads is decided by what clients come for. */
export const ProberSwitch = z.strictObject({ address: HostAddress, port: Port, isOn: z.boolean() });
export type ProberSwitch = z.infer<typeof ProberSwitch>;
