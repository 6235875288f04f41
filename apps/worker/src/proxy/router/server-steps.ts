import {
  dropMetadataStatement,
  forgetRouterStatements,
  lendMetadataStatements,
  lendReadingStatements,
  metadataKeeper,
  minimalMetadataStatements,
  nameRouter,
  ownMetadataQuery,
  type RouterAccountInput,
  type RouterMetadataInput,
  type RouterStepInput,
  returnMetadataStatements,
  returnReadingStatements,
  routerAccountStatements,
  routerOptionStatements,
  routerPasswordStatement,
} from "@primacy/core/proxy";
import { z } from "zod";
import { getAdministrator } from "../../cluster-record/administrator";
import type { WorkerContext } from "../../context";
import { readMetadata } from "../../endpoint/router-metadata";
import type { ServerAccount } from "../../mysql/connect-server";
import { drawPassword } from "../../mysql/draw-password";
import { MysqlFailure } from "../../mysql/mysql-failure";
import { defineStep } from "../../operation/executor";
import { onPrimary } from "./on-primary";
import { accountStepInput, metadataStepInput, stepInput } from "./step-input";

const limitMs = 60_000;

/** Writes the metadata of a lab where there is none; undone, it is gone again. */
export const metadataStep = defineStep<RouterMetadataInput, { wasAbsent: boolean }>({
  input: metadataStepInput,
  timeoutMs: limitMs,
  undo: {
    kind: "recorded",
    record: z.object({ wasAbsent: z.boolean() }),
    async prepare(context, { clusterId, user }, signal) {
      const account = await getAdministrator(context, clusterId, user);
      const reading = await onPrimary(context.worker, clusterId, account, signal, (connection) =>
        readMetadata(connection, signal),
      );
      return { wasAbsent: reading.kind === "absent" || reading.kind === "partial" };
    },
    async undo({ worker }, { clusterId }, { wasAbsent }, signal) {
      if (wasAbsent) await dropOwnMetadata(worker, clusterId, signal);
    },
  },
  async execute(context, { clusterId, clusterName: name, groupName, user }, signal) {
    const statements = [
      ...minimalMetadataStatements({ name, groupName }),
      ...lendMetadataStatements(metadataKeeper),
    ];
    const account = await getAdministrator(context, clusterId, user);
    await onPrimary(context.worker, clusterId, account, signal, (connection) =>
      connection.run(statements, { signal }),
    );
    return { kind: "done" };
  },
});

/** Makes the account of a MySQL Router; undone, the servers have forgotten it. */
export const accountStep = defineStep<RouterAccountInput, object>({
  input: accountStepInput,
  timeoutMs: limitMs,
  undo: {
    kind: "recorded",
    record: z.object({}),
    prepare: async () => ({}),
    async undo({ worker }, input, _record, signal) {
      await forgetRouter(worker, input, signal);
      await returnReading(worker, input, signal);
    },
  },
  async execute(context, { proxyId, clusterId, user }, signal) {
    const { account: name } = nameRouter(proxyId);
    const account = await getAdministrator(context, clusterId, user);
    await onPrimary(context.worker, clusterId, account, signal, async (connection) => {
      await connection.run(routerAccountStatements(name, drawPassword()), { signal });
      for (const statement of [...routerOptionStatements(name), ...lendReadingStatements(metadataKeeper)])
        await unlessRefused(() => connection.run([statement], { signal }));
    });
    return { kind: "done" };
  },
});

/** The servers forget a MySQL Router, and a lab's metadata goes with the last one. */
export const forgetStep = defineStep<RouterStepInput>({
  input: stepInput,
  timeoutMs: limitMs,
  maxAttempts: 3,
  undo: { kind: "impossible" },
  async execute({ worker }, input, signal) {
    await forgetRouter(worker, input, signal);
    await returnReading(worker, input, signal);
    await dropOwnMetadata(worker, input.clusterId, signal);
    return { kind: "done" };
  },
});

/** Gives the account of a MySQL Router a new password, which is kept nowhere in Primacy, and returns it. */
export async function renewPassword(
  worker: WorkerContext,
  { proxyId, clusterId }: RouterStepInput,
  signal: AbortSignal,
): Promise<ServerAccount> {
  const { account: user } = nameRouter(proxyId);
  const password = drawPassword();
  const statement = routerPasswordStatement(user, password);
  await onPrimary(worker, clusterId, null, signal, (connection) => connection.run([statement], { signal }));
  return { user, password };
}

/** The row goes by the router's own account: no other that Primacy keeps may write there. May run twice. */
async function forgetRouter(
  worker: WorkerContext,
  input: RouterStepInput,
  signal: AbortSignal,
): Promise<void> {
  const { clusterId, proxyId } = input;
  const { row, account } = forgetRouterStatements(nameRouter(proxyId));
  await unlessRefused(async () => {
    const own = await renewPassword(worker, input, signal);
    await onPrimary(worker, clusterId, own, signal, (connection) => connection.run([row], { signal }));
  });
  await onPrimary(worker, clusterId, null, signal, (connection) => connection.run([account], { signal }));
}

/** Primacy compares no metadata any more where this was its last MySQL Router. May run twice. */
async function returnReading(
  worker: WorkerContext,
  { clusterId, proxyId }: RouterStepInput,
  signal: AbortSignal,
): Promise<void> {
  const proxies = await worker.db.proxies.listByCluster(clusterId);
  if (proxies.some(({ id, kind }) => kind === "router" && id !== proxyId)) return;
  await onPrimary(worker, clusterId, null, signal, async (connection) => {
    for (const statement of returnReadingStatements(metadataKeeper))
      await unlessRefused(() => connection.run([statement], { signal }));
  });
}

const OwnRow = z.object({ own: z.coerce.number(), routers: z.coerce.number() });

/** Only what Primacy wrote is lent to its account: it may read no other metadata, and drop none. May run twice. */
async function dropOwnMetadata(worker: WorkerContext, clusterId: string, signal: AbortSignal): Promise<void> {
  await onPrimary(worker, clusterId, null, signal, async (connection) => {
    const reading = await readMetadata(connection, signal);
    if (reading.kind === "unreadable") return;
    if (reading.kind === "present") {
      const [row] = await connection.query(ownMetadataQuery, { signal });
      const { own, routers } = OwnRow.parse(row);
      if (own === 0 || routers > 0) return;
      await connection.run([dropMetadataStatement], { signal });
    }
    // Also after an attempt that was interrupted here.
    for (const statement of returnMetadataStatements(metadataKeeper))
      await unlessRefused(() => connection.run([statement], { signal }));
  });
}

/** A server refuses what has no account, no schema, or no right to it: then there is nothing to take away. */
async function unlessRefused(act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (!(error instanceof MysqlFailure) || error.retryable) throw error;
  }
}
