import { z } from "zod";
import { OperationKind } from "../operation/kinds";
import {
  Accepted,
  ListedEffect,
  Operation,
  OperationLogLine,
  OperationSort,
  OperationState,
} from "../operation/operation";
import { PageQuery, pageOf, SortOrder } from "../primitives/page";
import { Id, Tone } from "../primitives/scalar";
import { Retention } from "../setting/retention";
import { endpoint } from "./endpoint";

const byId = z.strictObject({ id: Id });
/** Times begin with the newest where it is absent. */
const order = SortOrder.optional();
const tag = "operations";

/** One event of the console-wide stream: an operation that changed, or a cluster's pip, a host, a benchmark or the lever of drills to read again. */
export const ConsoleStreamItem = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("operation"), operation: Operation }),
  z.object({ kind: z.literal("cluster"), clusterId: Id, tone: Tone }),
  z.object({ kind: z.literal("host"), hostId: Id }),
  z.object({ kind: z.literal("benchmark"), benchmarkId: Id, clusterId: Id }),
  z.object({ kind: z.literal("drill_lever") }),
]);
export type ConsoleStreamItem = z.infer<typeof ConsoleStreamItem>;

/** Facts about this console. */
export const About = z.object({
  version: z.string(),
  agentVersion: z.string().nullable(),
  agentProtocol: z.number().int(),
  hasWorker: z.boolean(),
});
export type About = z.infer<typeof About>;

/** Operations, the console-wide stream, and the console itself with its settings. */
export const operationEndpoints = {
  listOperations: endpoint("get", "/operations", {
    access: "viewer",
    tag,
    summary:
      "Operations that change something, or those of the `effect` or `kind` asked for; newest first unless another order is",
    query: PageQuery.extend({
      clusterId: Id.optional(),
      hostId: Id.optional(),
      state: OperationState.optional(),
      kind: OperationKind.optional(),
      effect: ListedEffect.optional(),
      sort: OperationSort.default("createdAt"),
      order,
    }),
    answer: pageOf(Operation),
  }),
  getOperation: endpoint("get", "/operations/{id}", {
    access: "viewer",
    tag,
    summary:
      "One operation with its steps; `wait` holds the answer until it is finished, at most that many seconds",
    params: byId,
    query: z.strictObject({ wait: z.coerce.number().int().min(0).max(60).default(0) }),
    answer: Operation,
  }),
  listOperationLog: endpoint("get", "/operations/{id}/log", {
    access: "viewer",
    tag,
    summary: "Its log, oldest first",
    params: byId,
    query: PageQuery,
    answer: pageOf(OperationLogLine),
  }),
  cancelOperation: endpoint("post", "/operations/{id}/cancel", {
    access: "operator",
    tag,
    summary: "Ask it to stop; what was done is undone",
    params: byId,
    status: 202,
    answer: Accepted,
    refusals: ["operation_finished"],
  }),
  stream: endpoint("get", "/stream", {
    access: "viewer",
    tag,
    summary: "Server-sent events: operations, and the state of every cluster",
    answer: ConsoleStreamItem,
    isStream: true,
  }),
  getAbout: endpoint("get", "/about", {
    access: "viewer",
    tag: "console",
    summary: "Versions, and whether a worker is running",
    answer: About,
  }),
  getRetention: endpoint("get", "/settings/retention", {
    access: "admin",
    tag: "console",
    summary: "How long samples, events, operations and audit entries are kept",
    answer: Retention,
  }),
  setRetention: endpoint("put", "/settings/retention", {
    access: "admin",
    tag: "console",
    summary: "Set how long they are kept; what is older is deleted within half an hour",
    body: Retention,
    answer: Retention,
    refusals: ["revision_conflict"],
  }),
};
