import { type Message, message, type PlacedDropIn, type Vip, type VipRequest } from "@primacy/contract";
import type { PluginUnit } from "@primacy/contract/agent";
import { toWantedVip, type VipPlanSnapshot } from "../plan/plan-vip";
import { about, type VipDraft } from "../plan/vip-drafts";
import type { CapabilitiesStepInput, RemovedDropIn, VipStepBase } from "../plan/vip-steps";
import { findUnitToMend, listLacking } from "./capability-checks";
import { ownDropInFile, showOwnDropIn } from "./capability-drop-in";
import { inputOf, type Place } from "./plugin-places";

type Asked = Pick<VipRequest, "restarts">;

/** The unit of a member whose server gets its capabilities with the apply; null: it has them, or they are not the apply's to give. */
export function findUnit({ seen }: Place, request: Asked): PluginUnit | null {
  return findUnitToMend(request, seen?.host?.server ?? null);
}

/** Whether the apply writes a drop-in there, which it keeps at its end. */
export function isGiven(place: Place, request: Asked): boolean {
  return findUnit(place, request)?.dropIn === "missing";
}

/**
 * Before a member's restart, the drop-in that gives its server capabilities which it lacks; and after each restart the proof that the new
 * process has them: one that has them now may have got them from what is gone since. None without restarts.
 */
export function capabilityDrafts(base: VipStepBase, place: Place, request: Asked): readonly VipDraft[] {
  const server = place.seen?.host?.server ?? null;
  if (request.restarts === undefined || server === null) return [];
  const { host } = place;
  const unit = findUnit(place, request);
  const input = { ...inputOf(base, place), port: host.member.port };
  const given = unit === null ? [] : [givenDraft(unit, place, { ...input, unit: unit.name })];
  if (unit === null && listLacking(server).length > 0) return [];
  return [
    ...given,
    {
      ...about("plugin.capable", message("step.plugin.capable", { host: host.name }), host),
      isReversible: false,
      input,
    },
  ];
}

function givenDraft({ name, dropIn }: PluginUnit, { host }: Place, input: CapabilitiesStepInput): VipDraft {
  const params = { host: host.name, file: ownDropInFile(name) };
  const isThere = dropIn === "same";
  const title = isThere ? "step.plugin.capabilities_same" : "step.plugin.capabilities";
  const diff = { kind: "document", text: showOwnDropIn(name) } as const;
  return {
    ...about("plugin.capabilities", message(title, params), host),
    preview: [...(isThere ? [] : [diff]), { kind: "command", text: "systemctl daemon-reload" }],
    input,
  };
}

/** What may change the addresses of its host from then on. */
export function whatIsGiven(places: readonly Place[], request: Asked): readonly Message[] {
  return places.flatMap((place) => {
    const unit = findUnit(place, request);
    const host = place.host.name;
    if (unit === null) return [];
    const code =
      unit.dropIn === "same" ? "consequence.plugin_capabilities_same" : "consequence.plugin_capabilities";
    return [message(code, { host, file: ownDropInFile(unit.name) })];
  });
}

/** Which drop-ins a removal deletes. */
export function whatIsRevoked(snapshot: VipPlanSnapshot): readonly Message[] {
  return listWritten(snapshot).map(({ file, hostName: host }) =>
    message("consequence.plugin_capabilities_removed", { file, host }),
  );
}

/** At the end of a removal, where nothing fails any more that would have the plugin loaded again. */
export function revokeDrafts(snapshot: VipPlanSnapshot, vip: Vip): readonly VipDraft[] {
  const dropIns = listWritten(snapshot);
  if (dropIns.length === 0) return [];
  const hosts = dropIns.map(({ hostName }) => hostName).join(", ");
  const { clusterId } = snapshot.wanted;
  return [
    {
      ...about("plugin.capabilities_remove", message("step.plugin.capabilities_remove", { hosts })),
      isReversible: false,
      input: { clusterId, vipId: vip.id, address: vip.address, previous: toWantedVip(vip), dropIns },
    },
  ];
}

/** Of hosts that are the cluster's still. */
function listWritten({ wanted, plugin }: VipPlanSnapshot): readonly RemovedDropIn[] {
  return (plugin?.dropIns ?? []).flatMap((written: PlacedDropIn) => {
    const host = wanted.hosts.find(({ hostId }) => hostId === written.hostId);
    return host === undefined ? [] : [{ ...written, hostName: host.name }];
  });
}
