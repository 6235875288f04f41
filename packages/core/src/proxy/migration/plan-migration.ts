import { message, withPort } from "@primacy/contract";
import type { PlannedOperation, StepDraft } from "../../operation/planned-step";
import type { VipStep } from "../../plan/vip-steps";
import { proxyFiles } from "../haproxy/judge-file";
import type {
  AddressPlace,
  AnyMigrationStep,
  KeepalivedTarget,
  MigratedHost,
  MigrationStep,
  ParkInput,
  RestoreInput,
} from "./migration-steps";
import { headOf } from "./park-text";

/** How often a write is begun while an address goes over, in milliseconds. */
export const writeEveryMs = 50;
/** How long clients are without the address while it goes to a VIP: Keepalived's end, and the proofs of the agents. */
const toVipMs = { lowMs: 200, highMs: 3_000 };
/** Until the agents have let go, and all know it. */
const releaseMs = { lowMs: 500, highMs: 3_000 };

type Draft = StepDraft<MigrationStep>;
type Planned = PlannedOperation<AnyMigrationStep>;

/** What the way from Keepalived to a VIP is planned from. */
export interface ToVipMigration extends AddressPlace {
  /** The one that holds the address first. */
  readonly hosts: readonly MigratedHost[];
  readonly primary: string;
  readonly nics: Readonly<Record<string, string>>;
  /** The plan of the VIP with that address. */
  readonly vip: PlannedOperation<VipStep>;
}

/**
 * Plans the way to a VIP. All that may fail without anybody noticing comes first: every agent knows the VIP, and may take it, before
 * the last Keepalived stops. The others stop before, so that none of them takes the address; agents do not touch one that is not theirs.
 * Undone, the agents have let go before any Keepalived starts again.
 */
export function planToVip(from: ToVipMigration): Planned {
  const { address, hosts, primary, vip } = from;
  const at = vip.steps.findIndex(({ code }) => code === "document.acquire");
  const end = vip.steps.findIndex(({ code }) => code === "vip.await_held");
  const [holder, ...others] = hosts;
  const stop = (host: MigratedHost | undefined): readonly Draft[] =>
    host?.isRunning === true ? [stopDraft(targetOf(from, host))] : [];
  // The steps are undone from the last to the first: the one that held the address starts first.
  const inOrder = [...others, ...(holder === undefined ? [] : [holder])];
  const steps = [
    ...vip.steps.slice(0, at),
    ...inOrder.map((host) => parkDraft(parkInput(from, host))),
    watchDraft(placeOf(from)),
    ...others.flatMap(stop),
    ...vip.steps.slice(at, end),
    ...stop(holder),
    ...vip.steps.slice(end),
    measureDraft(placeOf(from)),
    keepDraft(from),
  ];
  return {
    steps: number(steps),
    consequences: [
      message("consequence.migration_to_vip", { address, primary, ...toVipMs }),
      message("consequence.migration_parked", { hosts: namesOf(hosts), path: proxyFiles.keepalived }),
      ...vip.consequences,
    ],
  };
}

/** What the way back is planned from. */
export interface ToKeepalivedMigration extends AddressPlace {
  readonly recordId: string;
  /** The one that is to have the address first. */
  readonly hosts: readonly MigratedHost[];
  /** How often its Keepalived tells the others that it is there. */
  readonly advertSeconds: number;
  /** The plan of the VIP's removal; null: somebody has removed it already. */
  readonly removal: PlannedOperation<VipStep> | null;
}

/** Plans the way back: files first, then the agents let go, and only then Keepalived starts, first where the primary is. */
export function planToKeepalived(from: ToKeepalivedMigration): Planned {
  const { address, hosts, recordId, advertSeconds, removal } = from;
  const vipSteps = removal?.steps ?? [];
  const after = vipSteps.findIndex(({ code }) => code === "vip.await_released") + 1;
  const running = hosts.filter(({ isRunning }) => isRunning);
  const steps = [
    ...hosts.map((host) => restoreDraft({ ...targetOf(from, host), recordId, sha256: host.sha256 })),
    ...(removal === null ? [] : [watchDraft(placeOf(from))]),
    ...vipSteps.slice(0, after),
    ...running.map((host) => startDraft(targetOf(from, host))),
    proveDraft(placeOf(from)),
    ...(removal === null ? [] : [measureDraft(placeOf(from))]),
    ...vipSteps.slice(after),
    forgetDraft(recordId),
  ];
  const span = {
    lowMs: releaseMs.lowMs + 1_000,
    highMs: releaseMs.highMs + Math.ceil((3 * advertSeconds + 1) * 1_000),
  };
  const told = removal?.consequences.filter(({ code }) => code !== "consequence.vip_gone") ?? [];
  return {
    steps: number(steps),
    consequences: [
      message("consequence.migration_to_keepalived", { address, hosts: namesOf(running), ...span }),
      message("consequence.migration_checks"),
      ...told,
    ],
  };
}

/** Distributes over the union, as a plain map would not. */
function number(drafts: readonly (Draft | VipStep)[]): AnyMigrationStep[] {
  return drafts.map((draft, ordinal) => ({ ...draft, ordinal }));
}

function placeOf({ migrationId, clusterId, address, port }: AddressPlace): AddressPlace {
  return { migrationId, clusterId, address, port };
}

function targetOf({ migrationId, clusterId, address }: AddressPlace, host: MigratedHost): KeepalivedTarget {
  return { migrationId, clusterId, address, hostId: host.hostId, hostName: host.name };
}

function parkInput(from: ToVipMigration, host: MigratedHost): ParkInput {
  const all = from.hosts.map(({ hostId, name }) => ({ hostId, name }));
  const { sha256, isRunning } = host;
  return { ...targetOf(from, host), sha256, isRunning, all, nics: from.nics };
}

function onHost({ hostId, hostName }: KeepalivedTarget) {
  return { hostId, hostName, isReversible: true } as const;
}

/** What a step has that is done on no host. */
function elsewhere() {
  return { hostId: null, hostName: null, preview: [], isReversible: true };
}

function parkDraft(input: ParkInput): Draft {
  return {
    ...onHost(input),
    code: "migration.park",
    title: message("step.migration.park", { host: input.hostName }),
    preview: [{ kind: "document", text: `${proxyFiles.keepalived}\n\n${headOf(input.address)}#~…` }],
    input,
  };
}

function stopDraft(input: KeepalivedTarget): Draft {
  return {
    ...onHost(input),
    code: "migration.stop",
    title: message("step.migration.stop", { host: input.hostName }),
    preview: [{ kind: "command", text: "service keepalived stop" }],
    input,
  };
}

function startDraft(input: KeepalivedTarget): Draft {
  return {
    ...onHost(input),
    code: "migration.start",
    title: message("step.migration.start", { host: input.hostName }),
    preview: [{ kind: "command", text: "service keepalived start" }],
    input,
  };
}

function restoreDraft(input: RestoreInput): Draft {
  return {
    ...onHost(input),
    code: "migration.restore",
    title: message("step.migration.restore", { host: input.hostName }),
    preview: [{ kind: "document", text: proxyFiles.keepalived }],
    input,
  };
}

function watchDraft(input: AddressPlace): Draft {
  const endpoint = withPort(input.address, input.port);
  return {
    ...elsewhere(),
    code: "migration.watch",
    title: message("step.migration.watch", { endpoint, everyMs: writeEveryMs }),
    preview: [
      { kind: "sql", text: "INSERT INTO `primacy`.`verify` (`id`, `server_uuid`) VALUES (?, @@server_uuid)" },
    ],
    input,
  };
}

function measureDraft(input: AddressPlace): Draft {
  return { ...elsewhere(), code: "migration.measure", title: message("step.migration.measure"), input };
}

function keepDraft({ hosts, ...from }: ToVipMigration): Draft {
  return {
    ...elsewhere(),
    code: "migration.keep",
    title: message("step.migration.keep"),
    input: { ...placeOf(from), hosts },
  };
}

function proveDraft(input: AddressPlace): Draft {
  const endpoint = withPort(input.address, input.port);
  return {
    ...elsewhere(),
    code: "migration.prove",
    title: message("step.migration.prove", { endpoint }),
    input,
  };
}

function forgetDraft(recordId: string): Draft {
  return {
    ...elsewhere(),
    code: "migration.forget",
    title: message("step.migration.forget"),
    isReversible: false,
    input: { recordId },
  };
}

function namesOf(hosts: readonly MigratedHost[]): string {
  return hosts.map(({ name }) => name).join(", ");
}
