import { message, type Vip, type VipKind, type VipPause } from "@primacy/contract";
import type { PlannedOperation } from "../operation/planned-step";
import { showDocument } from "./build-document";
import {
  applyChange,
  numbered,
  toPrevious,
  type VipPlanSnapshot,
  whatIsTakenOver,
  withVip,
} from "./plan-vip";
import { about, type VipDraft } from "./vip-drafts";
import type { VipStep, VipStepBase } from "./vip-steps";
import type { WantedCluster, WantedHost } from "./wanted";

/**
 * The steps that pause a VIP where it is. Every host has to take it: one that was not told could take the address, so
 * the pause is undone where one does not answer. Last it is looked whether the address is still where it is to stay.
 */
export function planVipPause(
  snapshot: VipPlanSnapshot,
  vip: Vip,
  pause: VipPause,
): PlannedOperation<VipStep> {
  const { address } = vip;
  const next = applyChange(vip, { paused: pause });
  const base = baseOf(snapshot, vip, next);
  const after = withVip(snapshot.wanted, next);
  const isHeld = pause.hostId !== null;
  return numbered(
    [
      {
        ...about("vip.change", message("step.vip.pause", { address })),
        input: { ...base, change: { paused: pause }, heldEpoch: snapshot.heldEpoch },
      },
      ...after.hosts.map((host) => {
        const code = host.hostId === pause.hostId ? "step.document.keep" : "step.document.stay";
        return tell(after, base, host, {
          title: message(code, { host: host.name, address }),
          isRequired: true,
        });
      }),
      ...(isHeld
        ? [
            {
              ...about("vip.await_held", message("step.vip.await_held", { address })),
              isReversible: false,
              input: base,
            } satisfies VipDraft,
          ]
        : []),
    ],
    [
      message(isHeld ? wordings[vip.kind].paused : "consequence.vip_paused_nobody", { address }),
      ...whatIsTakenOver(snapshot),
    ],
  );
}

/** The steps that let a paused VIP move again. A silent host is told when it returns: until then it takes nothing. */
export function planVipUnpause(snapshot: VipPlanSnapshot, vip: Vip): PlannedOperation<VipStep> {
  const { address } = vip;
  const next = applyChange(vip, { paused: null });
  const base = baseOf(snapshot, vip, next);
  const after = withVip(snapshot.wanted, next);
  const { unpause, follow, unpaused } = wordings[vip.kind];
  return numbered(
    [
      {
        ...about("vip.change", message(unpause, { address })),
        input: { ...base, change: { paused: null }, heldEpoch: snapshot.heldEpoch },
      },
      ...after.hosts.map((host) => {
        const title = message(follow, { host: host.name, address });
        return tell(after, base, host, { title, isRequired: false });
      }),
    ],
    [message(unpaused, { address }), ...whatIsTakenOver(snapshot)],
  );
}

/** A read VIP follows nobody: what it does again is move to where it is given. */
const wordings = {
  write: {
    paused: "consequence.vip_paused",
    unpause: "step.vip.unpause",
    follow: "step.document.follow",
    unpaused: "consequence.vip_unpaused",
  },
  read: {
    paused: "consequence.vip_paused_read",
    unpause: "step.vip.unpause_read",
    follow: "step.document.follow_read",
    unpaused: "consequence.vip_unpaused_read",
  },
} as const satisfies Record<VipKind, object>;

function baseOf(snapshot: VipPlanSnapshot, vip: Vip, next: Vip): VipStepBase {
  const { id, address } = vip;
  const { clusterId } = snapshot.wanted;
  return { clusterId, vipId: id, address, previous: toPrevious(snapshot, vip, next) };
}

function tell(
  after: WantedCluster,
  base: VipStepBase,
  host: WantedHost,
  { title, isRequired }: { readonly title: VipDraft["title"]; readonly isRequired: boolean },
): VipDraft {
  const { hostId, name } = host;
  return {
    ...about("document.plain", title, host),
    preview: [{ kind: "document", text: showDocument(after, hostId, true) }],
    input: { ...base, hostId, hostName: name, isRequired },
  };
}
