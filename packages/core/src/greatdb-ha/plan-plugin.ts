import {
  joinMessages,
  type Message,
  message,
  messageWith,
  type Vip,
  type VipRequest,
} from "@primacy/contract";
import { quoteLiteral } from "../cluster/sql";
import type { PlannedOperation } from "../operation/planned-step";
import { numbered, toWantedVip, type VipPlanSnapshot, whatClientsLose } from "../plan/plan-vip";
import { about, schemaDrop, schemaEnsure, type VipDraft } from "../plan/vip-drafts";
import type { VipStep, VipStepBase } from "../plan/vip-steps";
import type { PluginSetting } from "./desired-settings";
import { killedForMs, notPrimaryForMs } from "./left-address";
import { capabilityDrafts, isGiven, revokeDrafts, whatIsGiven, whatIsRevoked } from "./plan-capabilities";
import { findFolder, libraryDrafts, takeAwayDrafts, whatIsPlaced, whatIsTakenAway } from "./plan-library";
import { inputOf, listPlaces, type Place } from "./plugin-places";
import type { PluginLine, UploadedLibrary } from "./plugin-sight";
import { installStatement, listStatements, uninstallStatement } from "./plugin-statements";
import type { PluginRelease } from "./version-rules";

/**
 * The steps that have the plugin move a VIP, without a restart: on each member the option file for its next start, then the plugin and
 * its variables now. Secondaries come first and the primary last, which takes the address at once. Throws where a member's files were
 * not read or cannot take the settings: the pre-check refuses that (a bug).
 */
export function planPluginApply(snapshot: VipPlanSnapshot, request: VipRequest): PlannedOperation<VipStep> {
  const base: VipStepBase = {
    clusterId: snapshot.wanted.clusterId,
    vipId: null,
    address: request.address,
    previous: null,
  };
  const places = listPlaces(snapshot);
  const unfit = places.find(({ seen }) => seen?.file.kind !== "planned" && seen?.file.kind !== "unchanged");
  if (unfit !== undefined) throw new TypeError(`nothing says what to edit on ${unfit.host.name}`);
  const { address } = base;
  const upload = snapshot.plugin?.upload ?? null;
  return numbered(
    [
      schemaEnsure(snapshot.wanted),
      {
        ...about("vip.store", message("step.vip.store", { address })),
        input: { ...base, request, heldEpoch: snapshot.heldEpoch },
      },
      ...places.flatMap((place) => [
        ...libraryDrafts(base, place, upload),
        ...capabilityDrafts(base, place, request),
        ...fileDrafts(base, place),
        ...loadDrafts(base, place),
      ]),
      ...proofDrafts(base, places),
      ...keepDrafts(base, places, { upload, request }),
    ],
    [
      message("consequence.vip_apply", { address, primary: snapshot.primaryName }),
      message("consequence.schema"),
      ...whatIsPlaced(places, upload),
      ...whatIsGiven(places, request),
      ...whatThePluginDoes(places),
      ...whatTheGuardDoes(request),
    ],
  );
}

/** The steps that take the plugin and its settings away again. Nobody may hold the address at the end. */
export function planPluginRemove(snapshot: VipPlanSnapshot, vip: Vip): PlannedOperation<VipStep> {
  const isLast = snapshot.wanted.vips.every((one) => one.id === vip.id);
  return numbered(
    [...pluginRemoveDrafts(snapshot, vip), ...revokeDrafts(snapshot, vip), ...takeAwayDrafts(snapshot, vip)],
    [
      ...whatClientsLose(vip),
      ...listPlaces(snapshot).flatMap(whatStays),
      ...whatIsRevoked(snapshot),
      ...whatIsTakenAway(snapshot),
      ...(isLast ? [message("consequence.schema_dropped")] : []),
    ],
  );
}

/** The steps of such a removal, for plans that contain one. */
export function pluginRemoveDrafts(snapshot: VipPlanSnapshot, vip: Vip): readonly VipDraft[] {
  const { address } = vip;
  const base: VipStepBase = {
    clusterId: snapshot.wanted.clusterId,
    vipId: vip.id,
    address,
    previous: toWantedVip(vip),
  };
  const places = listPlaces(snapshot);
  const isLast = snapshot.wanted.vips.every((one) => one.id === vip.id);
  return [
    {
      ...about("vip.disable", message("step.vip.disable", { address })),
      input: { ...base, heldEpoch: snapshot.heldEpoch },
    },
    ...places.flatMap((place) => [unloadDraft(base, place), ...fileDrafts(base, place)]),
    {
      ...about("plugin.await_released", message("step.vip.await_released", { address })),
      isReversible: false,
      input: base,
    },
    ...keepDrafts(base, places),
    ...(isLast ? [schemaDrop(base.clusterId)] : []),
    { ...about("vip.forget", message("step.vip.forget", { address })), input: base },
  ];
}

/** Of a host that was not looked at, the step itself finds what there is to edit. */
function hasEdit({ seen }: Place): boolean {
  return seen === null || seen.file.kind === "planned" || seen.file.kind === "unseen";
}

/** The step that edits a member's option file; none where no line has to change. */
export function fileDrafts(base: VipStepBase, place: Place): readonly VipDraft[] {
  if (!hasEdit(place)) return [];
  const file = place.seen?.file.kind === "planned" ? place.seen.file : null;
  const title =
    file === null
      ? message("step.plugin.file_unseen", named(place))
      : message("step.plugin.file", { ...named(place), file: file.edit.file });
  return [
    {
      ...about("plugin.file", title, place.host),
      preview: file === null ? [] : [{ kind: "document", text: file.diff }],
      input: { ...inputOf(base, place), edit: file?.edit ?? null },
    },
  ];
}

/** The step that unloads a member's plugin. */
export function unloadDraft(base: VipStepBase, place: Place): VipDraft {
  return {
    ...about("plugin.unload", message("step.plugin.unload", named(place)), place.host),
    preview: listStatements(uninstallStatement, place.isPrimary).map(toSql),
    input: inputOf(base, place),
  };
}

/** The step that loads the plugin on a member and gives it the settings that were seen to be needed there. */
export function loadDrafts(base: VipStepBase, place: Place): readonly VipDraft[] {
  const settings = place.seen?.settings ?? [];
  return [
    {
      ...about("plugin.load", message("step.plugin.load", named(place)), place.host),
      preview: showLoad(settings, place.isPrimary),
      input: { ...inputOf(base, place), settings },
    },
  ];
}

/** The statements that load and configure the plugin on one member, as people see them in a plan. */
export function showLoad(settings: readonly PluginSetting[], isPrimary: boolean): VipDraft["preview"] {
  const changeable = settings.filter(({ isReadOnly }) => !isReadOnly);
  return [
    ...listStatements(installStatement, isPrimary),
    ...changeable.map(({ name, value }) => `SET GLOBAL ${name} = ${quoteLiteral(value)}`),
  ].map(toSql);
}

/** The steps that prove the VIP, and that all members have their settings. */
export function proofDrafts(base: VipStepBase, places: readonly Place[]): readonly VipDraft[] {
  const { address } = base;
  return [
    {
      ...about("vip.await_held", message("step.vip.await_held", { address })),
      isReversible: false,
      input: base,
    },
    {
      ...about("vip.verify", message("step.vip.verify", { address })),
      preview: [
        {
          kind: "sql",
          text: "INSERT INTO `primacy`.`verify` (`id`, `server_uuid`) VALUES (?, @@server_uuid)",
        },
      ],
      isReversible: false,
      input: base,
    },
    {
      ...about("plugin.agree", message("step.plugin.agree")),
      isReversible: false,
      input: {
        ...base,
        members: places.map(({ host, seen }) => ({
          memberId: host.member.memberId,
          name: host.name,
          settings: seen?.settings ?? [],
        })),
      },
    },
  ];
}

/** Until it is kept, the host operator takes an edit, a library or a drop-in back by itself when its time is over. */
export function keepDrafts(
  base: VipStepBase,
  places: readonly Place[],
  { upload, request }: { readonly upload: UploadedLibrary | null; readonly request: VipRequest | null } = {
    upload: null,
    request: null,
  },
): readonly VipDraft[] {
  const isPlaced = (place: Place): boolean => findFolder(place, upload) !== null;
  const hasDropIn = (place: Place): boolean => request !== null && isGiven(place, request);
  return places
    .filter((place) => hasEdit(place) || isPlaced(place) || hasDropIn(place))
    .map((place): VipDraft => {
      const title = hasDropIn(place)
        ? "step.plugin.keep_changes"
        : isPlaced(place)
          ? "step.plugin.keep_library"
          : "step.plugin.keep";
      return {
        ...about("plugin.keep", message(title, named(place)), place.host),
        isReversible: false,
        input: inputOf(base, place),
      };
    });
}

/** What the plugin does otherwise than Primacy's agent, by the oldest release among the members. */
export function whatThePluginDoes(places: readonly Place[]): readonly Message[] {
  const releases = places.flatMap(({ seen }): readonly PluginRelease[] => {
    const release = seen?.server?.release;
    return release === undefined || release.kind === "none" ? [] : [release.release];
  });
  const channels = [...new Set(releases.map(({ channel }) => channel))];
  return [
    ...channels.flatMap((channel) => (channel === "none" ? [] : [message(`consequence.plugin_${channel}`)])),
    ...(releases.some((one) => !one.releasesWithoutMajority) ? [message("consequence.plugin_minority")] : []),
    message("consequence.plugin_killed"),
  ];
}

/** What the agents do where the plugin leaves the address behind, if that was asked for. */
export function whatTheGuardDoes({
  guard,
  address,
}: Pick<VipRequest, "guard" | "address">): readonly Message[] {
  if (guard !== true) return [];
  const params = { address, killedMs: killedForMs, otherMs: notPrimaryForMs };
  return [message("consequence.plugin_guard", params)];
}

/** Lines that cannot be taken out, or that Primacy did not write, stay. Without the plugin only those with `loose_` do nothing. */
export function whatStays({ host: { name: host }, seen }: Place): readonly Message[] {
  if (seen === null) return [];
  if (seen.file.kind === "unseen")
    return [messageWith("consequence.plugin_file_unseen", { host }, { reason: seen.file.reason })];
  const bare = seen.lines.filter(({ isLoose }) => !isLoose);
  const loose = seen.lines.filter(({ isLoose }) => isLoose);
  const stay =
    seen.file.kind === "refused"
      ? [messageWith("consequence.plugin_lines_stay", { host }, { reason: joinMessages(seen.file.reasons) })]
      : loose.length === 0
        ? []
        : [message("consequence.plugin_lines_unwritten", { host, lines: nameLines(loose) })];
  return bare.length === 0
    ? stay
    : [...stay, message("consequence.plugin_lines_bare", { host, lines: nameLines(bare) })];
}

function nameLines(lines: readonly PluginLine[]): string {
  return lines.map(({ file, name }) => `${file}: ${name}`).join(", ");
}

function toSql(text: string): { readonly kind: "sql"; readonly text: string } {
  return { kind: "sql", text };
}

function named({ host }: Place): { readonly host: string } {
  return { host: host.name };
}
