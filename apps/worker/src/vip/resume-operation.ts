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

const Input = operationInputs["vip.resume"];
type Input = z.output<typeof Input>;
const limitMs = 10_000;

const ResumeInput = z.object({
  clusterId: z.string(),
  hostId: z.string(),
  hostName: z.string(),
  vipId: z.string(),
  address: z.string(),
});
type ResumeInput = z.output<typeof ResumeInput>;
type ResumeStep = PlannedStep<"vip.resume", ResumeInput>;
const Before = z.object({ mode: z.enum(["none", "hold", "release"]) });

/** `vip.resume`: lets a host that stays without a VIP take part again; whether it takes the address is its own decision. */
export const resumeOperation: OperationDefinition = defineOperation<Input, ResumeStep>({
  input: Input,
  timeoutMs: 10_000,
  async plan({ worker, operation }, { vipId, hostId }) {
    const loaded = await loadCluster(worker.db, operation.clusterId ?? "");
    const vip = loaded.vips.find((one) => one.id === vipId);
    const host = loaded.wanted.hosts.find((one) => one.hostId === hostId);
    if (vip === undefined) return refuse("not_found", [], { what: "VIP" });
    if (host === undefined) return refuse("not_found", [], { what: "host" });
    const params = { host: host.name, address: vip.address };
    const step: ResumeStep = {
      ordinal: 0,
      code: "vip.resume",
      hostId,
      hostName: host.name,
      title: message("step.vip.resume", params),
      preview: [],
      isReversible: true,
      input: { clusterId: loaded.cluster.id, hostId, hostName: host.name, vipId, address: vip.address },
    };
    const planned: PlannedOperation<ResumeStep> = {
      steps: [step],
      consequences: [message("consequence.vip_resumed", params)],
    };
    return planned;
  },
  executors: {
    "vip.resume": defineStep<ResumeInput, z.output<typeof Before>>({
      input: ResumeInput,
      timeoutMs: limitMs + 10_000,
      undo: {
        kind: "recorded",
        record: Before,
        async prepare({ worker }, { clusterId, hostId, address }, signal) {
          const { wanted } = await loadCluster(worker.db, clusterId);
          const hosts = wanted.hosts.filter((one) => one.hostId === hostId);
          const { words } = await readHolding(worker, hosts, address, signal);
          return { mode: words[0]?.vip?.maintenance ?? "none" };
        },
        async undo({ worker }, { clusterId, hostId, vipId }, { mode }, signal) {
          const { wanted } = await loadCluster(worker.db, clusterId);
          const host = wanted.hosts.find((one) => one.hostId === hostId);
          if (host === undefined) return;
          await worker.agents.clientFor(targetOf(host)).call("setMaintenance", { vipId, mode }, { signal });
        },
      },
      async execute({ worker }, { clusterId, hostId, hostName, vipId, address }, signal) {
        const { wanted } = await loadCluster(worker.db, clusterId);
        const hosts = wanted.hosts.filter((one) => one.hostId === hostId);
        for (const host of hosts)
          await worker.agents
            .clientFor(targetOf(host))
            .call("setMaintenance", { vipId, mode: "none" }, { signal });
        const takesPart = await poll({ everyMs: 200, limitMs, signal }, async () => {
          const { words } = await readHolding(worker, hosts, address, signal);
          return words.length > 0 && words.every((word) => word.vip?.maintenance === "none") ? true : null;
        });
        if (takesPart === true) return { kind: "done" };
        const params = { address, hosts: hostName, seconds: limitMs / 1000 };
        throw new StepFailure("failure.vip_still_away", { params });
      },
    }),
  },
  finish: async () => null,
  settle: noteFinished,
});
