import { joinMessages, message } from "@primacy/contract";
import { findDeviations, isPresent, type PluginSetting, settingsToRestore } from "@primacy/core/greatdb-ha";
import type { PluginExpectation, PluginStepInput, VipStepBase } from "@primacy/core/plan";
import { z } from "zod";
import { loadCluster } from "../../cluster-record/load-cluster";
import type { ServerConnection } from "../../mysql/connect-server";
import { defineStep, type StepContext, type StepExecutor } from "../../operation/executor";
import { poll } from "../../operation/poll";
import {
  type ChangedServer,
  findStand,
  installPlugin,
  isSuperReadOnly,
  uninstallPlugin,
} from "./change-plugins";
import { findLeft, tellWhatIsLeft } from "./left-address";
import { AgreeInput, LoadInput, PluginInput } from "./plugin-inputs";
import {
  onPluginServer,
  readPluginVariables,
  setAllVariables,
  setVariables,
  tellDeviation,
} from "./plugin-server";
import { verifyPaths } from "./verify-path";

type LoadStep = PluginStepInput & { readonly settings: readonly PluginSetting[] };
type AgreeStep = VipStepBase & { readonly members: readonly PluginExpectation[] };

/** What the server had before: whether the plugin was there, its variables, and whether it was read-only to everybody. */
const LoadRecord = z.object({
  isLoaded: z.boolean(),
  variables: z.record(z.string(), z.string()),
  wasReadOnly: z.boolean(),
});
type LoadRecord = z.infer<typeof LoadRecord>;

/** The plugin gives an address up within 20 s of being unloaded. */
const letGoLimitMs = 25_000;
const everyMs = 200;

/**
 * Loads the plugin where it is not loaded, and sets what differs: a server gives it what the option files said at the server's own
 * start. Taken back, it is unloaded, or has what it had; the address is waited for until its kernel has let go of it.
 */
export const loadStep: StepExecutor<LoadStep> = defineStep<LoadStep, LoadRecord>({
  input: LoadInput,
  timeoutMs: 90_000,
  maxAttempts: 3,
  // A server carries a statement to its end, also without the one who gave it.
  onCancel: "finishes",
  undo: {
    kind: "recorded",
    record: LoadRecord,
    prepare: readRecord,
    async undo(context, input, before, signal) {
      if (before.isLoaded)
        return onPluginServer(context, input, signal, async (connection) => {
          // An earlier load of the same operation, which was taken back already, may have brought it.
          if (!isPresent(await findStand(connection, { signal }))) return;
          await setVariables(connection, listBefore(input.settings, before), { signal });
        });
      await uninstallPlugin(serverOf(context, input, before), signal);
      await awaitLetGo(context, input, signal);
    },
  },
  async execute(context, input, signal, before) {
    const { hostName, settings } = input;
    await installPlugin(serverOf(context, input, before), signal);
    await onPluginServer(context, input, signal, (connection) =>
      configure(connection, hostName, settings, signal),
    );
    const detail = message("detail.plugin_loaded", { host: hostName, count: settings.length });
    return { kind: "done", detail };
  },
});

/** Unloads the plugin, which lets go of the address then. Taken back, it is loaded again with what it had. */
export const unloadStep: StepExecutor<PluginStepInput> = defineStep<PluginStepInput, LoadRecord>({
  input: PluginInput,
  timeoutMs: 90_000,
  maxAttempts: 3,
  onCancel: "finishes",
  undo: {
    kind: "recorded",
    record: LoadRecord,
    prepare: readRecord,
    async undo(context, input, before, signal) {
      if (!before.isLoaded) return void (await uninstallPlugin(serverOf(context, input, before), signal));
      await installPlugin(serverOf(context, input, before), signal);
      await onPluginServer(context, input, signal, async (connection) => {
        const now = await readPluginVariables(connection, { signal });
        await setAllVariables(connection, settingsToRestore(before.variables, now), { signal });
      });
    },
  },
  async execute(context, input, signal, before) {
    const wasLoaded = await uninstallPlugin(serverOf(context, input, before), signal);
    const code = wasLoaded ? "detail.plugin_unloaded" : "detail.plugin_was_unloaded";
    return { kind: "done", detail: message(code) };
  },
});

/**
 * Proves that every member has what it should, the address and its mask everywhere alike, each with its own interface; and that the plugins
 * reach each other.
 */
export const agreeStep: StepExecutor<AgreeStep> = defineStep<AgreeStep>({
  input: AgreeInput,
  timeoutMs: 30_000,
  maxAttempts: 3,
  undo: { kind: "nothing" },
  async execute(context, { clusterId, members }, signal) {
    await Promise.all(
      members.map(({ memberId, name: hostName, settings }) =>
        onPluginServer(context, { clusterId, memberId, hostName }, signal, async (connection) => {
          const [wrong] = findDeviations(settings, await readPluginVariables(connection, { signal }));
          if (wrong !== undefined) throw tellDeviation(hostName, wrong);
        }),
      ),
    );
    const names = members.map(({ name }) => name).join(", ");
    const paths = await verifyPaths(context, clusterId, signal);
    return {
      kind: "done",
      detail: joinMessages([message("detail.plugin_agree", { members: names }), ...paths]),
    };
  },
});

async function configure(
  connection: ServerConnection,
  hostName: string,
  settings: readonly PluginSetting[],
  signal: AbortSignal,
): Promise<void> {
  const before = findDeviations(settings, await readPluginVariables(connection, { signal }));
  const fixed = before.find(({ isReadOnly }) => isReadOnly);
  if (fixed !== undefined) throw tellDeviation(hostName, fixed);
  await setVariables(connection, before, { signal });
  const [wrong] = findDeviations(settings, await readPluginVariables(connection, { signal }));
  if (wrong !== undefined) throw tellDeviation(hostName, wrong);
}

function serverOf(context: StepContext, input: PluginStepInput, before: LoadRecord | null): ChangedServer {
  return {
    onServer: (signal, act) => onPluginServer(context, input, signal, act),
    hostName: input.hostName,
    wasReadOnly: before?.wasReadOnly ?? false,
  };
}

function readRecord(context: StepContext, input: PluginStepInput, signal: AbortSignal): Promise<LoadRecord> {
  return onPluginServer(context, input, signal, async (connection) => {
    const isLoaded = isPresent(await findStand(connection, { signal }));
    const variables = await readPluginVariables(connection, { signal });
    return {
      isLoaded,
      variables: { ...variables },
      wasReadOnly: await isSuperReadOnly(connection, { signal }),
    };
  });
}

function listBefore(
  settings: readonly PluginSetting[],
  { variables }: LoadRecord,
): readonly Pick<PluginSetting, "name" | "value">[] {
  return [...settings]
    .reverse()
    .filter(({ isReadOnly }) => !isReadOnly)
    .map(({ name }) => ({ name, value: variables[name] ?? "" }));
}

/**
 * The undo goes on where the address stays: what to run by hand stands in the log then. Not of an address that the host's agent knows: it may
 * have got it back already, where another worker takes this back once more.
 */
async function awaitLetGo(context: StepContext, input: PluginStepInput, signal: AbortSignal): Promise<void> {
  const { worker } = context;
  const { wanted } = await loadCluster(worker.db, input.clusterId);
  const own = wanted.hosts.filter(({ hostId }) => hostId === input.hostId);
  const { words } = await worker.observer.readHolding(own, input.address, signal);
  const hosts = own.filter(({ hostId }) =>
    words.every(({ host, vip }) => host.hostId !== hostId || vip === null),
  );
  const look = async () => findLeft(context.worker, hosts, input.address, signal);
  await poll({ everyMs, limitMs: letGoLimitMs, signal }, async () =>
    (await look()).left.length === 0 ? true : null,
  );
  for (const left of (await look()).left) await context.log("warning", tellWhatIsLeft(left));
}
