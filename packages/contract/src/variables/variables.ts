import { z } from "zod";
import { Message } from "../message/schema";
import { Id, Instant } from "../primitives/scalar";

/** What variables are about, in the order in which a page shows them. */
export const VariableGroup = z.enum([
  "plugin",
  "group",
  "failover",
  "writable",
  "server",
  "replication",
  "durability",
  "connections",
  "behaviour",
  "group_other",
]);
export type VariableGroup = z.infer<typeof VariableGroup>;

/**
 * How the members' values of a variable relate: `equal` on all of them, `role`: equal on those of one role, `own`: each has
 * its own by nature.
 */
export const VariableNature = z.enum(["equal", "role", "own"]);
export type VariableNature = z.infer<typeof VariableNature>;

/** Where a server has a running value from, as its `performance_schema.variables_info` says. */
export const VariableSource = z.enum([
  "compiled",
  "global",
  "server",
  "explicit",
  "extra",
  "user",
  "login",
  "command_line",
  "persisted",
  "dynamic",
]);
export type VariableSource = z.infer<typeof VariableSource>;

/** What the next start of the server gives a variable. */
export const NextValue = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("set"),
    /** As it is written there, such as `128M`. */
    value: z.string(),
    place: z.enum(["file", "command_line", "persisted"]),
    /** The option file; null for the other places, and where root alone could read it. */
    path: z.string().nullable(),
    line: z.number().int().nullable(),
  }),
  /** Nothing sets it. The built-in value is null where no member of the same version shows it. */
  z.object({ kind: z.literal("default"), value: z.string().nullable() }),
  /** Why stands at the member: `nextProblem`. */
  z.object({ kind: z.literal("unknown") }),
  /** No start decides it, as the version. */
  z.object({ kind: z.literal("none") }),
]);
export type NextValue = z.infer<typeof NextValue>;

/** A variable on one member. */
export const VariableCell = z.object({
  value: z.string(),
  /** Null: the server does not say. */
  source: VariableSource.nullable(),
  /** The option file that the running value is from. */
  path: z.string().nullable(),
  /** When, and by which account, it was set while the server ran or by SET PERSIST. */
  setAt: Instant.nullable(),
  setBy: z.string().nullable(),
  next: NextValue,
  /** The next start gives another value than the one that runs. */
  isDrift: z.boolean(),
  /** It is not what most members have, of those that should have the same. */
  isOdd: z.boolean(),
});
export type VariableCell = z.infer<typeof VariableCell>;

/** A variable on every member. */
export const VariableRow = z.object({
  name: z.string(),
  nature: VariableNature,
  /** Members that should have the same value have not, or not all of them have the variable. */
  differs: z.boolean(),
  /** In the order of the members; null: the member was not reached, or its server has no such variable. */
  cells: z.array(VariableCell.nullable()),
});
export type VariableRow = z.infer<typeof VariableRow>;

/** A member whose variables were asked for. */
export const VariablesMember = z.object({
  memberId: Id,
  name: z.string(),
  address: z.string(),
  port: z.number().int(),
  /** As its own server says; null: it is not in the group, or was not reached. */
  role: z.enum(["PRIMARY", "SECONDARY"]).nullable(),
  /** Why nothing could be read; null: it was. */
  problem: Message.nullable(),
  /** Why it is not, or not for every variable, known what the next start gives; null: it is. */
  nextProblem: Message.nullable(),
});
export type VariablesMember = z.infer<typeof VariablesMember>;

/** The variables of a cluster's servers, read at one time. */
export const VariablesReading = z.object({
  readAt: Instant,
  members: z.array(VariablesMember),
  /** Those that any member has. */
  groups: z.array(z.object({ group: VariableGroup, rows: z.array(VariableRow) })),
});
export type VariablesReading = z.infer<typeof VariablesReading>;
