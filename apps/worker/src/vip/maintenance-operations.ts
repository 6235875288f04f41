import { message, operationKinds, type Refusal, refuse, type Vip } from "@primacy/contract";
import type { PlannedOperation, PlannedStep } from "@primacy/core/operation";
import type { WantedHost } from "@primacy/core/plan";
import { z } from "zod";
import { loadCluster, targetOf } from "../cluster-record/load-cluster";
import { noteFinished } from "../cluster-record/note-finished";
import type { WorkerContext } from "../context";
import type { Holding } from "../observe/holding";
import { defineOperation, type OperationDefinition } from "../operation/definition";
import { defineStep, type StepExecutor } from "../operation/executor";
import { StepFailure } from "../operation/failure";
import { poll } from "../operation/poll";

const limitMs = 10_000;

const HostInput = z.object({
  clusterId: z.string(),
  hostId: z.string(),
  hostName: z.string(),
  vipId: z.string(),
  address: z.string(),
});
type HostInput = z.output<typeof HostInput>;
/** How the host was set before, to which undoing takes it back. */
const Before = z.object({ mode: z.enum(["none", "hold", "release"]).default("none") });
type Before = z.output<typeof Before>;

interface Chosen {
  readonly vipId: string;
  readonly hostId: string;
}

/** What tells letting go from taking part again. */
interface Direction<C extends string> {
  readonly code: C;
  describe(vip: Pick<Vip, "kind" | "paused">): Wording;
  readonly failure: "failure.vip_still_held" | "failure.vip_still_away";
  /** What the agent is told. */
  readonly mode: Before["mode"];
  /** True once the agents that answer did it. */
  isReached(holding: Holding): boolean;
}

interface Wording {
  readonly title: "step.vip.release" | "step.vip.resume" | "step.vip.resume_read";
  readonly consequence:
    | "consequence.vip_gone"
    | "consequence.vip_released_read"
    | "consequence.vip_resumed"
    | "consequence.vip_resumed_read";
}

const release: Direction<"vip.release"> = {
  code: "vip.release",
  describe: ({ kind, paused }) => ({
    title: "step.vip.release",
    // A read VIP is given to another host, but for one that is paused.
    consequence:
      kind === "write" || paused !== undefined ? "consequence.vip_gone" : "consequence.vip_released_read",
  }),
  failure: "failure.vip_still_held",
  mode: "release",
  isReached: ({ holders }) => holders.length === 0,
};

const resume: Direction<"vip.resume"> = {
  code: "vip.resume",
  describe: ({ kind }) =>
    kind === "write"
      ? { title: "step.vip.resume", consequence: "consequence.vip_resumed" }
      : { title: "step.vip.resume_read", consequence: "consequence.vip_resumed_read" },
  failure: "failure.vip_still_away",
  mode: "none",
  // A VIP that is paused as a whole keeps its hosts from taking it; that is not this host's own affair.
  isReached: ({ words }) => words.every((word) => word.vip?.maintenance !== "release"),
};

/** `vip.release`: lets one host let go of a VIP and stay without, until its maintenance is ended or it is told anew. */
export const releaseOperation: OperationDefinition = defineOperation<
  Chosen,
  PlannedStep<"vip.release", HostInput>
>({
  input: operationKinds["vip.release"].input,
  timeoutMs: 10_000,
  plan: ({ worker, operation }, chosen) => planFor(release, worker, operation.clusterId ?? "", chosen),
  executors: { "vip.release": executorFor(release) },
  finish: async () => null,
  settle: noteFinished,
});

/** `vip.resume`: lets a host that stays without a VIP take part again; whether it takes the address is its own decision. */
export const resumeOperation: OperationDefinition = defineOperation<
  Chosen,
  PlannedStep<"vip.resume", HostInput>
>({
  input: operationKinds["vip.resume"].input,
  timeoutMs: 10_000,
  plan: ({ worker, operation }, chosen) => planFor(resume, worker, operation.clusterId ?? "", chosen),
  executors: { "vip.resume": executorFor(resume) },
  finish: async () => null,
  settle: noteFinished,
});

async function planFor<C extends string>(
  direction: Direction<C>,
  worker: WorkerContext,
  clusterId: string,
  { vipId, hostId }: Chosen,
): Promise<PlannedOperation<PlannedStep<C, HostInput>> | Refusal> {
  const loaded = await loadCluster(worker.db, clusterId);
  const vip = loaded.vips.find((one) => one.id === vipId);
  const host = loaded.wanted.hosts.find((one) => one.hostId === hostId);
  if (vip === undefined) return refuse("not_found", [], { what: "VIP" });
  if (host === undefined) return refuse("not_found", [], { what: "host" });
  const params = { host: host.name, address: vip.address };
  const { title, consequence } = direction.describe(vip);
  return {
    steps: [
      {
        ordinal: 0,
        code: direction.code,
        hostId,
        hostName: host.name,
        title: message(title, params),
        preview: [],
        isReversible: true,
        input: { clusterId: loaded.cluster.id, hostId, hostName: host.name, vipId, address: vip.address },
      },
    ],
    consequences: [message(consequence, params)],
  };
}

function executorFor(direction: Direction<string>): StepExecutor<HostInput> {
  return defineStep<HostInput, Before>({
    input: HostInput,
    timeoutMs: limitMs + 10_000,
    undo: {
      kind: "recorded",
      record: Before,
      async prepare({ worker }, input, signal) {
        const hosts = await listHosts(worker, input);
        const { words } = await worker.observer.readHolding(hosts, input.address, signal);
        // A host that only holds still does so for a pause of the VIP, which is not its own and is not given back to it.
        return { mode: words[0]?.vip?.maintenance === "release" ? "release" : "none" };
      },
      async undo({ worker }, input, { mode }, signal) {
        await tell(worker, await listHosts(worker, input), { vipId: input.vipId, mode }, signal);
      },
    },
    async execute({ worker }, input, signal) {
      const hosts = await listHosts(worker, input);
      await tell(worker, hosts, { vipId: input.vipId, mode: direction.mode }, signal);
      const isDone = await poll({ everyMs: 200, limitMs, signal }, async () => {
        const holding = await worker.observer.readHolding(hosts, input.address, signal);
        return holding.words.length > 0 && direction.isReached(holding) ? true : null;
      });
      if (isDone === true) return { kind: "done" };
      const params = { address: input.address, hosts: input.hostName, seconds: limitMs / 1000 };
      throw new StepFailure(direction.failure, { params });
    },
  });
}

/** The host; none where it carries no member any more: then nobody has to be told anything. */
async function listHosts(
  worker: WorkerContext,
  { clusterId, hostId }: HostInput,
): Promise<readonly WantedHost[]> {
  const { wanted } = await loadCluster(worker.db, clusterId);
  return wanted.hosts.filter((one) => one.hostId === hostId);
}

async function tell(
  worker: WorkerContext,
  hosts: readonly WantedHost[],
  order: Before & { readonly vipId: string },
  signal: AbortSignal,
): Promise<void> {
  for (const host of hosts)
    await worker.agents.clientFor(targetOf(host)).call("setMaintenance", order, { signal });
}
