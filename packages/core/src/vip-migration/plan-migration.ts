import { type Message, message, type Vip, withPort } from "@primacy/contract";
import type { PluginSetting } from "../greatdb-ha/desired-settings";
import {
  fileDrafts,
  keepDrafts,
  loadDrafts,
  proofDrafts,
  unloadDraft,
  whatStays,
  whatThePluginDoes,
} from "../greatdb-ha/plan-plugin";
import { listPlaces, type Place } from "../greatdb-ha/plugin-places";
import { variablePrefix } from "../greatdb-ha/plugin-variables";
import type { PlannedOperation, StepDraft } from "../operation/planned-step";
import { toWantedVip, type VipPlanSnapshot, withVip } from "../plan/plan-vip";
import { about, introduce, openAndProve, schemaEnsure, tellAll, type VipDraft } from "../plan/vip-drafts";
import type { VipStepBase } from "../plan/vip-steps";
import type { AddressPlace } from "../proxy/migration/migration-steps";
import { writeEveryMs } from "../proxy/migration/plan-migration";
import type { VipMigrationStep } from "./migration-steps";

/** What a change of provider is planned from. */
export interface VipMigration {
  /** That of the operation. */
  readonly migrationId: string;
  /** With what was seen of the plugin on each member. */
  readonly snapshot: VipPlanSnapshot;
  /** As it is now. */
  readonly vip: Vip;
  /** The interface of each host with the new provider. */
  readonly nics: Readonly<Record<string, string>>;
}

type Draft = StepDraft<VipMigrationStep>;

/**
 * Plans the way from the agents to the plugin. Nobody may have the address between the two, also where it is taken back: the proof stands
 * between what the one does and what the other does. What may fail without anybody noticing comes before the agents release: the plugin on
 * each secondary, switched off and without the address. The option files come behind the proof: with them a server that is started again
 * meanwhile would load its plugin with the address.
 */
export function planToPlugin(from: VipMigration): PlannedOperation<VipMigrationStep> {
  const { snapshot, vip } = from;
  const { base, next, store } = change(from, "greatdb_ha");
  const places = listPlaces(snapshot);
  const secondaries = places.filter(({ isPrimary }) => !isPrimary);
  const steps: readonly Draft[] = [
    ...secondaries.flatMap((place) => prepareDrafts(base, place)),
    watch(from),
    store,
    ...tellAll(withVip(snapshot.wanted, next), base, true),
    proveFree(base),
    ...places.flatMap((place) => [...fileDrafts(base, place), ...loadDrafts(base, place)]),
    ...proofDrafts(base, places),
    measure(from),
    ...keepDrafts(base, places),
  ];
  return number(steps, [
    message("consequence.vip_to_plugin", { address: vip.address, primary: snapshot.primaryName }),
    ...whatThePluginDoes(places),
  ]);
}

/** Plans the way from the plugin to the agents: the plugin is away from every member, and nobody has the address, before an agent may. */
export function planToAgent(from: VipMigration): PlannedOperation<VipMigrationStep> {
  const { snapshot, vip } = from;
  const { base, next, store } = change(from, "agent");
  const after = withVip(snapshot.wanted, next);
  const places = listPlaces(snapshot);
  // Passwords change nothing for clients: given first, they cost no time while nobody has the address.
  const introduced = introduce(after, base);
  const isCredential = ({ code }: VipDraft): boolean => code === "credential.put";
  const steps: readonly Draft[] = [
    schemaEnsure(snapshot.wanted),
    ...introduced.filter(isCredential),
    ...places.flatMap((place) => fileDrafts(base, place)),
    watch(from),
    ...places.map((place) => unloadDraft(base, place)),
    proveFree(base),
    store,
    ...introduced.filter((draft) => !isCredential(draft)),
    ...openAndProve(after, base, next.kind),
    measure(from),
    ...keepDrafts(base, places),
  ];
  return number(steps, [
    message("consequence.vip_to_agent", { address: vip.address, primary: snapshot.primaryName }),
    ...places.flatMap(whatStays),
  ]);
}

/** The settings of a plugin that is loaded beside another holder: no address, and switched off before anything else is set. */
export function idleSettings(settings: readonly PluginSetting[]): readonly PluginSetting[] {
  const switchName = `${variablePrefix}enable_mgr_vip`;
  const addressName = `${variablePrefix}mgr_vip_ip`;
  return [
    { name: switchName, value: "OFF", isReadOnly: false },
    // Its option file may have given it one when the server was started.
    { name: addressName, value: "", isReadOnly: false },
    ...settings.filter(({ name }) => name !== switchName && name !== addressName),
  ];
}

function change({ snapshot, vip, nics }: VipMigration, provider: Vip["provider"]) {
  const { address } = vip;
  const next: Vip = { ...vip, provider, nics: { ...vip.nics, ...nics } };
  const base: VipStepBase = {
    clusterId: snapshot.wanted.clusterId,
    vipId: vip.id,
    address,
    previous: toWantedVip(vip),
  };
  const store: VipDraft = {
    ...about("vip.change", message("step.vip.provider", { address, provider })),
    input: { ...base, change: { provider, nics: next.nics }, heldEpoch: snapshot.heldEpoch },
  };
  return { base, next, store };
}

function prepareDrafts(base: VipStepBase, place: Place): readonly Draft[] {
  const { seen, host } = place;
  const idle = seen === null ? place : { ...place, seen: { ...seen, settings: idleSettings(seen.settings) } };
  return loadDrafts(base, idle).map((draft) => ({
    ...draft,
    title: message("step.plugin.prepare", { host: host.name }),
  }));
}

function proveFree(base: VipStepBase): Draft {
  return {
    ...elsewhere(message("step.vip.prove_free", { address: base.address })),
    code: "vip.prove_free",
    input: base,
  };
}

function watch(from: VipMigration): Draft {
  const input = placeOf(from);
  const endpoint = withPort(input.address, input.port);
  return {
    ...elsewhere(message("step.migration.watch", { endpoint, everyMs: writeEveryMs })),
    code: "migration.watch",
    input,
  };
}

function measure(from: VipMigration): Draft {
  return { ...elsewhere(message("step.migration.measure")), code: "migration.measure", input: placeOf(from) };
}

function placeOf({ migrationId, vip: { clusterId, address, port } }: VipMigration): AddressPlace {
  return { migrationId, clusterId, address, port };
}

/** What a step has that is done on no host. */
function elsewhere(title: Message) {
  return { hostId: null, hostName: null, title, preview: [], isReversible: true };
}

/** Distributes over the union, as a plain map would not. */
function number(
  drafts: readonly Draft[],
  consequences: readonly Message[],
): PlannedOperation<VipMigrationStep> {
  const steps: VipMigrationStep[] = drafts.map((draft, ordinal) => ({ ...draft, ordinal }));
  return { steps, consequences };
}
