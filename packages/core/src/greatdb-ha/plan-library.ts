import { type Message, message, type PlacedLibrary, type Vip } from "@primacy/contract";
import { toWantedVip, type VipPlanSnapshot } from "../plan/plan-vip";
import { about, type VipDraft } from "../plan/vip-drafts";
import type { RemovedLibrary, VipStepBase } from "../plan/vip-steps";
import { inputOf, type Place } from "./plugin-places";
import type { UploadedLibrary } from "./plugin-sight";

/** The folder in which a member gets the uploaded library; null where it has one, or where none was uploaded. */
export function findFolder({ seen }: Place, upload: UploadedLibrary | null): string | null {
  const isMissing = seen?.host?.library.kind === "missing";
  return upload !== null && isMissing ? (seen?.server?.pluginFolder ?? null) : null;
}

/** The step that places the library on a host that lacks it; none on any other. */
export function libraryDrafts(
  base: VipStepBase,
  place: Place,
  upload: UploadedLibrary | null,
): readonly VipDraft[] {
  const folder = findFolder(place, upload);
  if (folder === null || upload === null) return [];
  const { host } = place;
  return [
    {
      ...about("plugin.library", message("step.plugin.library", { host: host.name, folder }), host),
      preview: [{ kind: "document", text: `${upload.name}\nSHA-256 ${upload.sha256}` }],
      input: { ...inputOf(base, place), sha256: upload.sha256, folder },
    },
  ];
}

/** Whose code the servers will run. */
export function whatIsPlaced(places: readonly Place[], upload: UploadedLibrary | null): readonly Message[] {
  if (upload === null) return [];
  const { name, sha256 } = upload;
  return places.flatMap((place) => {
    const folder = findFolder(place, upload);
    return folder === null
      ? []
      : [message("consequence.plugin_library", { name, sha256, folder, host: place.host.name })];
  });
}

/** What a removal deletes beside the lines of option files. */
export function whatIsTakenAway(snapshot: VipPlanSnapshot): readonly Message[] {
  return listPlaced(snapshot).map(({ file, hostName: host }) =>
    message("consequence.plugin_library_removed", { file, host }),
  );
}

/**
 * The last step of a removal: nothing comes after it that could fail and would have the plugin loaded again, which needs the library.
 */
export function takeAwayDrafts(snapshot: VipPlanSnapshot, vip: Vip): readonly VipDraft[] {
  const libraries = listPlaced(snapshot);
  if (libraries.length === 0) return [];
  const hosts = libraries.map(({ hostName }) => hostName).join(", ");
  const { clusterId } = snapshot.wanted;
  return [
    {
      ...about("plugin.library_remove", message("step.plugin.library_remove", { hosts })),
      isReversible: false,
      input: { clusterId, vipId: vip.id, address: vip.address, previous: toWantedVip(vip), libraries },
    },
  ];
}

/** Of hosts that are the cluster's still. */
function listPlaced({ wanted, plugin }: VipPlanSnapshot): readonly RemovedLibrary[] {
  return (plugin?.placed ?? []).flatMap((placed: PlacedLibrary) => {
    const host = wanted.hosts.find(({ hostId }) => hostId === placed.hostId);
    return host === undefined ? [] : [{ ...placed, hostName: host.name }];
  });
}
