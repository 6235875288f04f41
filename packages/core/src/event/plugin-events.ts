import { message, messageWith, type TopologyVip } from "@primacy/contract";
import type { ComparedTopology } from "./diff";
import type { EventDraft } from "./draft";
import type { RememberedVip } from "./wire-history";

/**
 * That a member's plugin is not as planned any more, and that it is again: each once, whatever it is that differs meanwhile. Where the
 * VIP has no plugin any more, or the member left, nothing ended.
 */
export function pluginEvents(
  before: RememberedVip | undefined,
  vip: TopologyVip,
  next: Pick<ComparedTopology, "hosts">,
): readonly EventDraft[] {
  if (vip.provider !== "greatdb_ha" || !vip.isEnabled) return [];
  const { vipId, address } = vip;
  const was = before?.pluginDrifts ?? [];
  const is = vip.pluginDrifts ?? [];
  const members = next.hosts.flatMap((host) =>
    host.members.map(({ memberId }) => ({ memberId, hostId: host.hostId })),
  );
  const begun = is.filter((one) => !was.some(({ memberId }) => memberId === one.memberId));
  const ended = was.filter((one) => !is.some(({ memberId }) => memberId === one.memberId));
  return [
    ...begun.map(({ memberId, name: host, message: reason }): EventDraft => {
      const text = messageWith("event.plugin_drift", { host, address }, { reason });
      const hostId = members.find((one) => one.memberId === memberId)?.hostId ?? null;
      const about = { hostId, memberId, vipId };
      return { kind: "plugin_drift", tone: "warning", message: text, ...about, detail: { host, address } };
    }),
    ...ended.flatMap(({ memberId, name: host }): readonly EventDraft[] => {
      const member = members.find((one) => one.memberId === memberId);
      if (member === undefined) return [];
      const text = message("event.plugin_drift_ended", { host, address });
      const about = { hostId: member.hostId, memberId, vipId };
      return [{ kind: "plugin_drift_ended", tone: "ok", message: text, ...about, detail: { host, address } }];
    }),
  ];
}

/**
 * That an agent released an address which the plugin had left behind, or refused to: once for each time. One that is tried again for the
 * same reason is told once. A console that starts has nothing to compare with, and tells nothing.
 */
export function guardEvents(before: RememberedVip | undefined, vip: TopologyVip): readonly EventDraft[] {
  if (before === undefined) return [];
  const { vipId, address } = vip;
  return (vip.pluginGuards ?? []).flatMap(
    ({ hostId, name: host, state, sinceMs, reason }): readonly EventDraft[] => {
      if (reason === null || (state !== "released" && state !== "refused")) return [];
      const was = before.pluginGuards?.find((one) => one.hostId === hostId);
      const isTold = was?.state === state && was.sinceMs === sinceMs && was.reason?.text === reason.text;
      if (isTold) return [];
      const kind = `plugin_left_${state}` as const;
      const text = messageWith(`event.${kind}`, { host, address }, { reason });
      const tone = state === "released" ? "warning" : "failed";
      return [{ kind, tone, message: text, hostId, memberId: null, vipId, detail: { host, address } }];
    },
  );
}
