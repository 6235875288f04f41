import { message } from "@primacy/contract";
import { findDeviations, type PluginSetting, settingsToRestore } from "@primacy/core/greatdb-ha";
import type { PluginExpectation, PluginStepInput, VipStepBase } from "@primacy/core/plan";
import { z } from "zod";
import { loadCluster } from "../../cluster-record/load-cluster";
import type { ServerConnection } from "../../mysql/connect-server";
import { defineStep, type StepContext, type StepExecutor } from "../../operation/executor";
import { poll } from "../../operation/poll";
import { findLeft, tellWhatIsLeft } from "./left-address";
import { AgreeInput, LoadInput, PluginInput } from "./plugin-inputs";
import {
  installPlugin,
  isPluginLoaded,
  onPluginServer,
  readPluginVariables,
  setAllVariables,
  setVariables,
  tellDeviation,
  uninstallPlugin,
} from "./plugin-server";

type LoadStep = PluginStepInput & { readonly settings: readonly PluginSetting[] };
type AgreeStep = VipStepBase & { readonly members: readonly PluginExpectation[] };

/** What the server had before: whether the plugin was loaded, and its variables. */
const LoadRecord = z.object({ isLoaded: z.boolean(), variables: z.record(z.string(), z.string()) });
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
  undo: {
    kind: "recorded",
    record: LoadRecord,
    prepare: (context, input, signal) =>
      onPluginServer(context, input, signal, (connection) => readRecord(connection, signal)),
    async undo(context, input, before, signal) {
      await onPluginServer(context, input, signal, async (connection) => {
        if (!before.isLoaded) return void (await uninstallPlugin(connection, input.hostName, { signal }));
        await setVariables(connection, listBefore(input.settings, before), { signal });
      });
      if (!before.isLoaded) await awaitLetGo(context, input, signal);
    },
  },
  async execute(context, input, signal) {
    const { hostName, settings } = input;
    await onPluginServer(context, input, signal, async (connection) => {
      await installPlugin(connection, hostName, { signal });
      await configure(connection, hostName, settings, signal);
    });
    const detail = message("detail.plugin_loaded", { host: hostName, count: settings.length });
    return { kind: "done", detail };
  },
});

/** Unloads the plugin, which lets go of the address then. Taken back, it is loaded again with what it had. */
export const unloadStep: StepExecutor<PluginStepInput> = defineStep<PluginStepInput, LoadRecord>({
  input: PluginInput,
  timeoutMs: 60_000,
  maxAttempts: 3,
  undo: {
    kind: "recorded",
    record: LoadRecord,
    prepare: (context, input, signal) =>
      onPluginServer(context, input, signal, (connection) => readRecord(connection, signal)),
    async undo(context, input, before, signal) {
      if (!before.isLoaded) return;
      await onPluginServer(context, input, signal, async (connection) => {
        await installPlugin(connection, input.hostName, { signal });
        const now = await readPluginVariables(connection, { signal });
        await setAllVariables(connection, settingsToRestore(before.variables, now), { signal });
      });
    },
  },
  async execute(context, input, signal) {
    const wasLoaded = await onPluginServer(context, input, signal, (connection) =>
      uninstallPlugin(connection, input.hostName, { signal }),
    );
    const code = wasLoaded ? "detail.plugin_unloaded" : "detail.plugin_was_unloaded";
    return { kind: "done", detail: message(code) };
  },
});

/** Proves that every member has what it should: the address and its mask everywhere alike, each with its own interface. */
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
    return { kind: "done", detail: message("detail.plugin_agree", { members: names }) };
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

async function readRecord(connection: ServerConnection, signal: AbortSignal): Promise<LoadRecord> {
  const isLoaded = await isPluginLoaded(connection, { signal });
  const variables = await readPluginVariables(connection, { signal });
  return { isLoaded, variables: { ...variables } };
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

/** The undo goes on where the address stays: what to run by hand stands in the log then. */
async function awaitLetGo(context: StepContext, input: PluginStepInput, signal: AbortSignal): Promise<void> {
  const { wanted } = await loadCluster(context.worker.db, input.clusterId);
  const hosts = wanted.hosts.filter(({ hostId }) => hostId === input.hostId);
  const look = async () => findLeft(context.worker, hosts, input.address, signal);
  await poll({ everyMs, limitMs: letGoLimitMs, signal }, async () =>
    (await look()).left.length === 0 ? true : null,
  );
  for (const left of (await look()).left) await context.log("warning", tellWhatIsLeft(left));
}
