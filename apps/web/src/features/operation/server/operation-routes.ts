import { isRefusal, listedEffectOf, refuse } from "@primacy/contract";
import { endpoints } from "@primacy/contract/api";
import { answerList } from "../../../server/api/list";
import { route, streamRoute } from "../../../server/api/route";
import { toActor } from "../../../server/auth/caller";
import { openConsoleStream } from "./console-stream";
import { waitForOperation } from "./wait-for-operation";

/** Operations: watched, listed and cancelled. */
export const operationRoutes = {
  listOperations: route(endpoints.listOperations, ({ context, query }) => {
    const { clusterId, hostId, state, kind } = query;
    const listed = listedEffectOf(query);
    const effect = listed === "all" ? undefined : listed;
    return answerList(query, (page) =>
      context.database.operations.list({ clusterId, hostId, state, kind, effect }, page),
    );
  }),
  getOperation: route(endpoints.getOperation, async ({ context, params, query, facts }) => {
    const operation = await waitForOperation(context, params.id, query.wait, facts.signal);
    return operation ?? refuse("not_found", [], { what: "operation" });
  }),
  listOperationLog: route(endpoints.listOperationLog, async ({ context, params, query }) => {
    if ((await context.database.operations.find(params.id)) === null) {
      return refuse("not_found", [], { what: "operation" });
    }
    return answerList(query, (page) => context.database.operations.listLog(params.id, page));
  }),
  cancelOperation: route(endpoints.cancelOperation, ({ context, caller, facts, params, keep }) =>
    context.database.transact(toActor(caller, facts), async (unit) => {
      const operation = await unit.operations.requestCancel(params.id);
      if (isRefusal(operation)) return operation;
      const target = { kind: "operation" as const, id: operation.id, name: operation.kind };
      await unit.audit.record({ action: "operation.cancel", target });
      return (await keep(unit, { operation })) ?? { operation };
    }),
  ),
  stream: streamRoute(endpoints.stream, async ({ context, caller, facts }) =>
    openConsoleStream(context, caller, facts.lastEventId),
  ),
};
