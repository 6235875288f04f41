import { type Message, message } from "@primacy/contract";
import type { VipStepBase, WantedHost } from "@primacy/core/plan";
import { loadCluster } from "../../cluster-record/load-cluster";
import type { WorkerContext } from "../../context";
import { defineStep, type StepExecutor } from "../../operation/executor";
import { StepFailure } from "../../operation/failure";
import { poll } from "../../operation/poll";
import { BaseInput } from "../vip-inputs";
import { releaseCommand } from "./plugin-server";

/** The plugin gives an address up within 20 s of being unloaded. */
const usualMs = 25_000;
/** Time for a person to run the command that the step shows. */
const limitMs = 300_000;
const everyMs = 200;

/** A kernel that has an address, and the command that takes exactly this one away. */
export interface LeftAddress {
  readonly host: string;
  readonly address: string;
  readonly nic: string;
  readonly command: string;
}

/** Which kernels have an address by their agents' words; `silent` are hosts of which nobody can tell. */
export async function findLeft(
  worker: Pick<WorkerContext, "observer">,
  hosts: readonly WantedHost[],
  address: string,
  signal: AbortSignal,
): Promise<{ readonly left: readonly LeftAddress[]; readonly silent: readonly WantedHost[] }> {
  const { words, silentHosts } = await worker.observer.readHolding(hosts, address, signal);
  const left = words.flatMap(({ host, status }) =>
    status.nics.flatMap((nic) =>
      nic.addresses
        .filter((one) => one.address === address)
        .map(({ prefixLength }) => ({
          ...{ host: host.name, address, nic: nic.name },
          command: releaseCommand(address, prefixLength, nic.name),
        })),
    ),
  );
  return { left, silent: silentHosts };
}

/** What to run by hand, for the log. */
export function tellWhatIsLeft({ host, address, command }: LeftAddress): Message {
  return message("log.plugin_address_left", { host, address, command });
}

/**
 * Waits until no kernel has the address any more. One that stays is none that Primacy's agent may release, for it never held it: the
 * step shows the command for it and waits 5 minutes for somebody to run it. Throws `StepFailure` after that.
 */
export const leftStep: StepExecutor<VipStepBase> = defineStep<VipStepBase>({
  input: BaseInput,
  timeoutMs: limitMs + 10_000,
  undo: { kind: "nothing" },
  async execute(context, { clusterId, address }, signal) {
    const { wanted } = await loadCluster(context.worker.db, clusterId);
    const begunAt = performance.now();
    let last: Awaited<ReturnType<typeof findLeft>> = { left: [], silent: [] };
    let told = "";
    const isFree = await poll({ everyMs, limitMs, signal }, async () => {
      last = await findLeft(context.worker, wanted.hosts, address, signal);
      const [first] = last.left;
      if (first === undefined) return last.silent.length === 0 ? true : null;
      if (told !== first.command && performance.now() - begunAt > usualMs) {
        told = first.command;
        await context.waitFor(message("detail.plugin_address_left", { ...first }));
      }
      return null;
    });
    if (isFree === true) return { kind: "done", detail: message("detail.released", { address }) };
    const [first] = last.left;
    const seconds = limitMs / 1000;
    if (first !== undefined)
      throw new StepFailure("failure.plugin_address_left", { params: { ...first, seconds } });
    const hosts = last.silent.map(({ name }) => name).join(", ");
    throw new StepFailure("failure.vip_not_released_proven", { params: { address, hosts, seconds } });
  },
});
