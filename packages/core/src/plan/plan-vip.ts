import {
  type Message,
  message,
  type StoredVipChange,
  type Vip,
  type VipChange,
  type VipRequest,
} from "@primacy/contract";
import type { PluginSight } from "../greatdb-ha/plugin-sight";
import type { PlannedOperation } from "../operation/planned-step";
import { changeReads, readsOf } from "./reads-of";
import {
  about,
  awaitReleased,
  introduce,
  openAndProve,
  schemaDrop,
  schemaEnsure,
  tellAll,
  tellAndProve,
  type VipDraft,
} from "./vip-drafts";
import type { VipStep, VipStepBase, WantedVip } from "./vip-steps";
import type { WantedCluster } from "./wanted";

/** What a plan on VIPs is made from: the wanted configuration as it is, before the operation. */
export interface VipPlanSnapshot {
  readonly wanted: WantedCluster;
  readonly primaryName: string;
  /** The highest epoch that any of the cluster's agents holds; null where none holds a document. */
  readonly heldEpoch: number | null;
  /** What agents hold otherwise than this console, which was restored from an older database; absent: nothing. */
  readonly differences?: readonly Message[];
  /** The addresses that all agents have for VIPs in spite of what the console has, by VIP. */
  readonly heldAddresses?: Readonly<Record<string, string>>;
  /** Of a VIP that a plugin moves: what was seen of its members; absent: nothing was looked at. */
  readonly plugin?: PluginSight;
}

/** That an operation makes what newer agents hold the console's own, where it does: with anything else it is refused. */
export function whatIsTakenOver({
  differences = [],
}: Pick<VipPlanSnapshot, "differences">): readonly Message[] {
  return differences.length === 0 ? [] : [message("consequence.restored_taken"), ...differences];
}

/**
 * The steps that configure a VIP. Every host is told of it without the right to take it, and has acknowledged, before
 * any gets the right. `request.nics` names the interface of every host.
 */
export function planVipApply(snapshot: VipPlanSnapshot, request: VipRequest): PlannedOperation<VipStep> {
  const vip = toVip(request);
  const base: VipStepBase = {
    clusterId: snapshot.wanted.clusterId,
    vipId: null,
    address: request.address,
    previous: isOlder(snapshot) ? toWantedVip(vip) : null,
  };
  const after = withVip(snapshot.wanted, vip);
  return numbered(
    [
      schemaEnsure(snapshot.wanted),
      {
        ...about("vip.store", message("step.vip.store", { address: base.address })),
        input: { ...base, request, heldEpoch: snapshot.heldEpoch },
      },
      ...introduce(after, base),
      ...openAndProve(after, base, vip.kind),
    ],
    [whereItAppears(snapshot, vip), message("consequence.schema"), ...whatIsTakenOver(snapshot)],
  );
}

/** The steps that change a VIP that exists; which they are depends on what changes and whether it is enabled. */
export function planVipChange(
  snapshot: VipPlanSnapshot,
  vip: Vip,
  change: VipChange,
): PlannedOperation<VipStep> {
  const next = applyChange(vip, change);
  const base: VipStepBase = {
    clusterId: snapshot.wanted.clusterId,
    vipId: vip.id,
    address: next.address,
    previous: toPrevious(snapshot, vip, next),
  };
  const after = withVip(snapshot.wanted, next);
  const store: VipDraft = {
    ...about("vip.change", message("step.vip.change", { address: vip.address })),
    input: { ...base, change, heldEpoch: snapshot.heldEpoch },
  };
  const overruled = whatIsTakenOver(snapshot);
  // What the agents hold is what clients use, also where a restored console has another address.
  const held = snapshot.heldAddresses?.[vip.id];
  const address = held ?? vip.address;
  if (!next.enabled) {
    if (!vip.enabled && held === undefined)
      return numbered([store, ...tellAll(after, base, false)], overruled);
    return numbered(
      [store, ...tellAll(after, base, false), awaitReleased({ ...base, address })],
      [...whatClientsLose({ enabled: true, address }), ...overruled],
    );
  }
  const isInForce = vip.enabled || held !== undefined;
  const isMoved = isInForce && address !== next.address;
  const consequences = [
    ...(isInForce
      ? [
          isMoved
            ? message("consequence.vip_address_change", { address, next: next.address })
            : message("consequence.vip_settings_change", { address }),
        ]
      : [whereItAppears(snapshot, next)]),
    ...overruled,
  ];
  // Where only settings change, the hosts know each other and the address stays: nobody need let go of it first.
  if (isInForce && !isMoved) return numbered([store, ...tellAndProve(after, base, next.kind)], consequences);
  return numbered(
    [
      store,
      ...introduce(after, base),
      ...(isMoved ? [awaitReleased({ ...base, address })] : []),
      ...openAndProve(after, base, next.kind),
    ],
    consequences,
  );
}

/** The steps that remove a VIP. A silent host is told when it returns; nobody may hold the address at the end. */
export function planVipRemove(snapshot: VipPlanSnapshot, vip: Vip): PlannedOperation<VipStep> {
  const isLast = snapshot.wanted.vips.every((one) => one.id === vip.id);
  return numbered(removeDrafts(snapshot, vip), [
    ...whatClientsLose(vip),
    ...(isLast ? [message("consequence.schema_dropped")] : []),
    ...whatIsTakenOver(snapshot),
  ]);
}

function whereItAppears({ primaryName }: VipPlanSnapshot, { address, reads }: Vip): Message {
  if (reads === undefined) return message("consequence.vip_apply", { address, primary: primaryName });
  const code =
    reads.policy === "to_primary" ? "consequence.vip_apply_read_to_primary" : "consequence.vip_apply_read";
  return message(code, { address, seconds: reads.maxLagSeconds });
}

/** What the end of a VIP means for its clients; one that is not in force has none. */
export function whatClientsLose({ enabled, address }: Pick<Vip, "enabled" | "address">): readonly Message[] {
  return enabled ? [message("consequence.vip_gone", { address })] : [];
}

/** The steps of a removal, for plans that contain one. */
export function removeDrafts(snapshot: VipPlanSnapshot, vip: Vip): readonly VipDraft[] {
  const base: VipStepBase = {
    clusterId: snapshot.wanted.clusterId,
    vipId: vip.id,
    address: vip.address,
    previous: toPrevious(snapshot, vip, { ...vip, enabled: false }),
  };
  const after = withVip(snapshot.wanted, { ...vip, enabled: false });
  const isLast = snapshot.wanted.vips.every((one) => one.id === vip.id);
  return [
    {
      ...about("vip.disable", message("step.vip.disable", { address: vip.address })),
      input: { ...base, heldEpoch: snapshot.heldEpoch },
    },
    ...tellAll(after, base, false),
    awaitReleased(base),
    ...(isLast ? [schemaDrop(base.clusterId)] : []),
    { ...about("vip.forget", message("step.vip.forget", { address: vip.address })), input: base },
  ];
}

/**
 * What an operation that makes `next` of a VIP is taken back to. Where agents are newer than the console, `next` is what
 * they hold already, and what the console had before is what must not come back by itself.
 */
export function toPrevious(snapshot: VipPlanSnapshot, vip: Vip, next: Vip): WantedVip {
  return toWantedVip(isOlder(snapshot) ? next : vip);
}

function isOlder({ differences = [] }: VipPlanSnapshot): boolean {
  return differences.length > 0;
}

/** What an operation would take a VIP back to. */
export function toWantedVip(vip: Vip): WantedVip {
  const { id, provider, kind, address, prefixLength, port, nics, onRelease, enabled, paused, guard } = vip;
  const kept = { ...(guard === true ? { guard } : {}), ...(paused === undefined ? {} : { paused }) };
  return {
    id,
    provider,
    kind,
    address,
    prefixLength,
    port,
    nics,
    onRelease,
    ...readsOf(vip),
    enabled,
    ...kept,
  };
}

/** The VIP after a change. */
export function applyChange(vip: Vip, change: StoredVipChange): Vip {
  const { paused: before, guard: guarded, ...rest } = vip;
  // The agents release what they hold themselves.
  const guard = change.guard ?? (change.provider === "agent" ? undefined : guarded);
  const paused = change.paused === undefined ? before : (change.paused ?? undefined);
  return {
    ...rest,
    provider: change.provider ?? vip.provider,
    ...(paused === undefined ? {} : { paused }),
    ...(guard === true ? { guard } : {}),
    ...readsOf({ kind: vip.kind, reads: changeReads(vip.reads, change.reads) }),
    address: change.address ?? vip.address,
    prefixLength: change.prefixLength ?? vip.prefixLength,
    port: change.port ?? vip.port,
    nics: { ...vip.nics, ...change.nics },
    onRelease: change.onRelease ?? vip.onRelease,
    enabled: change.enabled ?? vip.enabled,
  };
}

/** What is wanted with this VIP in the place of the one before it, or after all others where there was none. */
export function withVip(wanted: WantedCluster, vip: Vip): WantedCluster {
  const isKnown = wanted.vips.some((one) => one.id === vip.id);
  const vips = wanted.vips.map((one) => (one.id === vip.id ? vip : one));
  return { ...wanted, vips: isKnown ? vips : [...vips, vip] };
}

/** A VIP that is not stored yet, for showing and comparing documents; its id and dates are placeholders. */
export function toVip(request: VipRequest): Vip {
  const { provider, kind, address, prefixLength, port, nics, onRelease } = request;
  return {
    id: "00000000-0000-0000-0000-000000000000",
    clusterId: "00000000-0000-0000-0000-000000000000",
    provider,
    kind,
    address,
    prefixLength,
    port,
    nics,
    onRelease,
    ...readsOf(request),
    ...(request.guard === true ? { guard: true } : {}),
    enabled: true,
    revision: 0,
    createdAt: "",
    updatedAt: "",
  };
}

/** The drafts as a plan, each in its place. */
export function numbered(
  drafts: readonly VipDraft[],
  consequences: readonly Message[],
): PlannedOperation<VipStep> {
  return { steps: drafts.map((draft, ordinal): VipStep => ({ ...draft, ordinal })), consequences };
}
