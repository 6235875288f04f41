import { type Message, message, type PlacedDropIn, type Vip, type VipRequest } from "@primacy/contract";
import type { PluginUnit } from "@primacy/contract/agent";
import { toWantedVip, type VipPlanSnapshot } from "../plan/plan-vip";
import { about, type VipDraft } from "../plan/vip-drafts";
import type { RemovedDropIn, VipStepBase } from "../plan/vip-steps";
import { findUnitToMend } from "./capability-checks";
import { ownDropInFile, showOwnDropIn } from "./capability-drop-in";
import { inputOf, type Place } from "./plugin-places";

type Asked = Pick<VipRequest, "restarts">;

/** The unit of a member whose server gets its capabilities with the apply; null: it has them, or they are not the apply's to give. */
export function findUnit({ seen }: Place, request: Asked): PluginUnit | null {
  return findUnitToMend(request, seen?.host?.server ?? null);
}

/**
 * The steps that give a member's server its capabilities: before its restart the drop-in of its service, and after it the proof that the
 * new process has them. None on any other member.
 */
export function capabilityDrafts(base: VipStepBase, place: Place, request: Asked): readonly VipDraft[] {
  const unit = findUnit(place, request);
  if (unit === null) return [];
  const { host } = place;
  const params = { host: host.name, file: ownDropInFile(unit.name) };
  const input = { ...inputOf(base, place), unit: unit.name, port: host.member.port };
  const diff = { kind: "document", text: showOwnDropIn(unit.name) } as const;
  return [
    {
      ...about("plugin.capabilities", message("step.plugin.capabilities", params), host),
      preview: [
        ...(unit.dropIn === "same" ? [] : [diff]),
        { kind: "command", text: "systemctl daemon-reload" },
      ],
      input,
    },
    {
      ...about("plugin.capable", message("step.plugin.capable", { host: host.name }), host),
      isReversible: false,
      input,
    },
  ];
}

/** What may change the addresses of its host from then on. */
export function whatIsGiven(places: readonly Place[], request: Asked): readonly Message[] {
  return places.flatMap((place) => {
    const unit = findUnit(place, request);
    const host = place.host.name;
    return unit === null
      ? []
      : [message("consequence.plugin_capabilities", { host, file: ownDropInFile(unit.name) })];
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
