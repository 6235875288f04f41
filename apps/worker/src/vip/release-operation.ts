import { message, operationInputs, refuse } from "@primacy/contract";
import type { PlannedOperation, PlannedStep } from "@primacy/core/operation";
import { z } from "zod";
import { loadCluster, targetOf } from "../cluster/load-cluster";
import { noteFinished } from "../cluster/note-finished";
import { defineOperation, type OperationDefinition } from "../operation/definition";
import { defineStep } from "../operation/executor";
import { StepFailure } from "../operation/failure";
import { readHolding } from "./holders";
import { poll } from "./poll";

const Input = operationInputs["vip.release"];
type Input = z.output<typeof Input>;
const limitMs = 10_000;

const ReleaseInput = z.object({
  clusterId: z.string(),
  hostId: z.string(),
  hostName: z.string(),
  vipId: z.string(),
  address: z.string(),
});
type ReleaseInput = z.output<typeof ReleaseInput>;
type ReleaseStep = PlannedStep<"vip.release", ReleaseInput>;

/** `vip.release`: lets one host let go of a VIP and stay without, until its maintenance is ended or it is told anew. */
export const releaseOperation: OperationDefinition = defineOperation<Input, ReleaseStep>({
  input: Input,
  timeoutMs: 10_000,
  async plan({ worker, operation }, { vipId, hostId }) {
    const loaded = await loadCluster(worker.db, operation.clusterId ?? "");
    const vip = loaded.vips.find((one) => one.id === vipId);
    const host = loaded.wanted.hosts.find((one) => one.hostId === hostId);
    if (vip === undefined) return refuse("not_found", [], { what: "VIP" });
    if (host === undefined) return refuse("not_found", [], { what: "host" });
    const params = { host: host.name, address: vip.address };
    const step: ReleaseStep = {
      ordinal: 0,
      code: "vip.release",
      hostId,
      hostName: host.name,
      title: message("step.vip.release", params),
      preview: [],
      isReversible: true,
      input: { clusterId: loaded.cluster.id, hostId, hostName: host.name, vipId, address: vip.address },
    };
    const planned: PlannedOperation<ReleaseStep> = {
      steps: [step],
      consequences: [message("consequence.vip_gone", params)],
    };
    return planned;
  },
  executors: {
    "vip.release": defineStep<ReleaseInput, Record<string, never>>({
      input: ReleaseInput,
      timeoutMs: limitMs + 10_000,
      undo: {
        kind: "recorded",
        record: z.object({}),
        prepare: async () => ({}),
        async undo({ worker }, { clusterId, hostId, vipId }, _record, signal) {
          const { wanted } = await loadCluster(worker.db, clusterId);
          const host = wanted.hosts.find((one) => one.hostId === hostId);
          if (host === undefined) return;
          const client = worker.agents.clientFor(targetOf(host));
          await client.call("setMaintenance", { vipId, mode: "none" }, { signal });
        },
      },
      async execute({ worker }, { clusterId, hostId, hostName, vipId, address }, signal) {
        const { wanted } = await loadCluster(worker.db, clusterId);
        const hosts = wanted.hosts.filter((one) => one.hostId === hostId);
        for (const host of hosts)
          await worker.agents
            .clientFor(targetOf(host))
            .call("setMaintenance", { vipId, mode: "release" }, { signal });
        const isFree = await poll({ everyMs: 200, limitMs, signal }, async () => {
          const holding = await readHolding(worker, hosts, address, signal);
          return holding.words.length > 0 && holding.holders.length === 0 ? true : null;
        });
        if (isFree === true) return { kind: "done" };
        const params = { address, hosts: hostName, seconds: limitMs / 1000 };
        throw new StepFailure("failure.vip_still_held", { params });
      },
    }),
  },
  finish: async () => null,
  settle: noteFinished,
});
