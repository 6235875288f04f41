import { message } from "@primacy/contract";
import { mapStatement, type ReadVipsStep } from "@primacy/core/greatdb-ha";
import { z } from "zod";
import { getAdministrator } from "../cluster-record/administrator";
import { loadCluster } from "../cluster-record/load-cluster";
import type { QueryOptions, ServerConnection } from "../mysql/connect-server";
import { readVariables } from "../mysql/read-variables";
import { namesOf } from "../observe/holding";
import { defineStep, type StepContext, type StepExecutor } from "../operation/executor";
import { StepFailure } from "../operation/failure";
import { poll } from "../operation/poll";
import { askPrimary } from "./plugin-primary";

/** A member that was not reached is told again at the plugin's next turn, each 20 s. */
const limitMs = 30_000;
const everyMs = 200;
/** A plugin that begins anew at that moment makes a map of its own, and the one that it was given is lost. */
const againEveryMs = 5_000;

type AssignInput = Extract<ReadVipsStep, { code: "read_vips.assign" }>["input"];
const assignFields = {
  clusterId: z.string(),
  memberId: z.string(),
  hostName: z.string(),
  text: z.string(),
};
const AssignInput: z.ZodType<AssignInput> = z.object(assignFields);
type AwaitInput = Extract<ReadVipsStep, { code: "read_vips.await" }>["input"];
const AwaitInput: z.ZodType<AwaitInput> = z.object({
  ...assignFields,
  targets: z.array(z.object({ address: z.string(), hostId: z.string().nullable(), hostName: z.string() })),
});
const Before = z.object({ text: z.string() });
type Before = z.infer<typeof Before>;

/** Gives the primary the map; taken back, it has the one from before, if it is the primary still. May run twice. */
export const assignStep: StepExecutor<AssignInput> = defineStep<AssignInput, Before>({
  input: AssignInput,
  timeoutMs: 20_000,
  undo: {
    kind: "recorded",
    record: Before,
    async prepare(context, input, signal) {
      const text = await onServer(context, input, signal, async (connection, options) => {
        const { greatdb_ha_vip_tope: shown = "" } = await readVariables(
          connection,
          ["greatdb_ha_vip_tope"],
          options,
        );
        return shown;
      });
      return { text: text ?? "" };
    },
    async undo(context, input, { text }, signal) {
      if (text !== "") await onServer(context, input, signal, setMap(text));
    },
  },
  async execute(context, input, signal) {
    const { hostName: host } = input;
    if ((await onServer(context, input, signal, setMap(input.text))) === null)
      throw new StepFailure("failure.read_vips_primary", { params: { host }, changedNothing: true });
    return { kind: "done", detail: message("detail.read_vips_assigned", { host }) };
  },
});

function setMap(text: string) {
  return async (connection: ServerConnection, options: QueryOptions): Promise<true> => {
    await connection.query(mapStatement(text), options);
    return true;
  };
}

/** As administrator, on the member if it is the primary now; null where it is not. */
async function onServer<T>(
  context: StepContext,
  { clusterId, memberId, hostName }: AssignInput,
  signal: AbortSignal,
  act: (connection: ServerConnection, options: QueryOptions) => Promise<T>,
): Promise<T | null> {
  const account = await getAdministrator(context, clusterId, null);
  const { members } = await context.worker.db.clusters.get(clusterId);
  const member = members.find(({ id }) => id === memberId);
  if (member === undefined) throw new StepFailure("failure.member_unknown", { params: { name: hostName } });
  return askPrimary(member, account, signal, act);
}

/**
 * Waits until each address is on its host and on no other of which anything is known, and gives the primary the map again meanwhile. Throws
 * `StepFailure` after 30 s.
 */
export const awaitReadVipsStep: StepExecutor<AwaitInput> = defineStep<AwaitInput>({
  input: AwaitInput,
  timeoutMs: limitMs + 10_000,
  undo: { kind: "nothing" },
  async execute(context, input, signal) {
    const { clusterId, targets } = input;
    const { wanted } = await loadCluster(context.worker.db, clusterId);
    const addresses = targets.map(({ address }) => address).join(", ");
    let isUnseen = false;
    let last = { address: "-", hosts: "-", expected: "-" };
    let againAtMs = performance.now() + againEveryMs;
    const isThere = await poll({ everyMs, limitMs, signal }, async () => {
      isUnseen = false;
      for (const { address, hostId, hostName } of targets) {
        const { holders, silentHosts } = await context.worker.observer.readHolding(
          wanted.hosts,
          address,
          signal,
        );
        isUnseen ||= silentHosts.length > 0 || hostId === null;
        const expected = hostId === null ? [] : [hostId];
        if (holders.map(({ host }) => host.hostId).join() === expected.join()) continue;
        const next = { address, hosts: namesOf(holders) || "-", expected: hostName };
        const state = message("detail.read_vips_waiting", next);
        if (JSON.stringify(next) !== JSON.stringify(last)) await context.waitFor(state);
        last = next;
        if (performance.now() < againAtMs) return null;
        againAtMs = performance.now() + againEveryMs;
        await onServer(context, input, signal, setMap(input.text));
        return null;
      }
      return true;
    });
    if (isThere === null)
      throw new StepFailure("failure.read_vips_stay", { params: { ...last, seconds: limitMs / 1000 } });
    const code = isUnseen ? "detail.read_vips_unseen" : "detail.read_vips_there";
    return { kind: "done", detail: message(code, { addresses }) };
  },
});
