import { type Message, message, type WireOwner, type WireVerdict } from "@primacy/contract";
import { isInKernel } from "./holding-evidence";
import { compareNames } from "./names";
import type { RuledWire, WireHost } from "./rule-wire";
import type { KnownVip } from "./snapshot";

/** What is known of an owner's host, for what to advise. */
interface Case {
  readonly known: KnownVip;
  readonly ruled: RuledWire;
  readonly owners: readonly WireOwner[];
}

/**
 * The ruling in words: who answers, who saw it, what is remarkable, and what an operator should do. `before` is the
 * verdict of the picture before, `observedAt` the instant of this one.
 */
export function describeWire(
  known: KnownVip,
  ruled: RuledWire,
  before: WireVerdict | null,
  observedAt: string,
): WireVerdict {
  const { ruling, hosts, holder, foreign } = ruled;
  const owners = ruling.owners.map((owner) => ({
    hostId: owner.hostId,
    name: owner.hostId === null ? null : nameOf(hosts, owner.hostId),
    macs: [...owner.macs],
    isRightful: owner.hostId !== null && owner.hostId === holder?.hostId,
    seenBy: namesOf(hosts, owner.seenBy),
  }));
  const wire = { known, ruled, owners };
  return {
    state: ruling.state,
    since: before?.state === ruling.state ? before.since : observedAt,
    owners,
    askers: ruling.askers
      .map((asker) => ({
        ...asker,
        name: nameOf(hosts, asker.hostId),
        isObserver: hosts.some((host) => host.hostId === asker.hostId && host.isObserver),
        macs: [...asker.macs],
        ...(ruling.deafHostIds.includes(asker.hostId) ? { isDeaf: true } : {}),
      }))
      .sort((a, b) => compareNames(a.name, b.name)),
    ...(ruling.deafHostIds.length === 0 ? {} : { deafHostIds: [...ruling.deafHostIds] }),
    isRightful: ruling.state === "one" ? (owners[0]?.isRightful ?? false) : null,
    foreign: [...foreign],
    findings: [...findingsOf(wire)],
    advice: [...adviceOf(wire)],
  };
}

function nameOf(hosts: readonly WireHost[], hostId: string): string {
  return hosts.find((host) => host.hostId === hostId)?.name ?? hostId;
}

/** As people count: db2 before db10. */
function namesOf(hosts: readonly WireHost[], hostIds: readonly string[]): string[] {
  return hostIds.map((hostId) => nameOf(hosts, hostId)).sort(compareNames);
}

function findingsOf({ known, ruled, owners }: Case): readonly Message[] {
  const { address } = known;
  const { ruling, hosts, holder, foreign } = ruled;
  // Told only beside an answer: without one there is nothing that they did not get.
  const asking = ruling.owners.length === 0 ? [] : ruling.askers;
  const deafIds = asking.map(({ hostId }) => hostId).filter((hostId) => ruling.deafHostIds.includes(hostId));
  const deaf = namesOf(hosts, deafIds);
  const holding = hosts.find((host) => host.hostId === holder?.hostId);
  const contest = holding?.sight?.status.vips.find((vip) => vip.vipId === known.vipId)?.contest;
  return [
    ...(ruling.state === "many" ? owners.map((owner) => tellOwner(address, owner)) : []),
    ...(ruling.isSplit ? [message("topology.wire_split")] : []),
    ...(deaf.length > 0 ? [message("topology.wire_deaf", { address, hosts: deaf.join(", ") })] : []),
    ...owners
      .filter((owner) => owner.hostId !== null && owner.macs.length > 1)
      .map((owner) =>
        message("topology.wire_two_cards", { address, host: owner.name ?? "-", macs: owner.macs.join(", ") }),
      ),
    ...foreign.map(({ name, nic, prefixLength }) =>
      message("topology.wire_foreign", { address, prefix: prefixLength, nic, host: name }),
    ),
    ...(contest === undefined || contest.endedMonotonicMs !== null
      ? []
      : [
          message("topology.wire_defended", {
            address,
            host: holding?.name ?? "-",
            count: contest.announcements,
          }),
        ]),
  ];
}

function tellOwner(address: string, owner: WireOwner): Message {
  const params = {
    address,
    macs: owner.macs.join(", "),
    askers: owner.seenBy.join(", "),
  };
  if (owner.name === null) return message("topology.wire_owner_stranger", params);
  const code = owner.isRightful ? "topology.wire_owner_rightful" : "topology.wire_owner";
  return message(code, { ...params, owner: owner.name });
}

/** What an operator should do; nothing where all is as it should be. */
function adviceOf({ known, ruled, owners }: Case): readonly Message[] {
  const { address } = known;
  const { ruling, hosts, holder, foreign } = ruled;
  const wrong =
    ruling.state === "many" || ruling.state === "one" ? owners.filter((one) => !one.isRightful) : [];
  const askerIds = ruling.askers.map((asker) => asker.hostId);
  const askers = namesOf(hosts, askerIds).join(", ");
  const holding = hosts.find((host) => host.hostId === holder?.hostId);
  return [
    ...foreign.map(({ name, nic, prefixLength }) =>
      message("topology.advice_foreign", { address, prefix: prefixLength, nic, host: name }),
    ),
    ...wrong.flatMap((owner) => adviseOwner(known, ruled, owner)),
    ...(ruling.isSplit ? [message("topology.advice_split", { askers })] : []),
    ...owners
      .filter((owner) => owner.name !== null && owner.macs.length > 1)
      .map((owner) => message("topology.advice_two_cards", { host: owner.name ?? "-" })),
    ...(ruling.state === "none" && holding !== undefined
      ? [message("topology.advice_silent", { host: holding.name })]
      : []),
  ];
}

/** Of one that answers without the right to. Where nobody holds by right, a host that is taking it is none of those. */
function adviseOwner(known: KnownVip, ruled: RuledWire, owner: WireOwner): readonly Message[] {
  const { address } = known;
  const host = ruled.hosts.find((one) => one.hostId === owner.hostId);
  if (host === undefined)
    return [message("topology.advice_stranger", { address, macs: owner.macs.join(", ") })];
  if (ruled.foreign.some((one) => one.hostId === host.hostId)) return [];
  const isAlone = ruled.ruling.state === "one";
  if (isAlone && ruled.holder === null) return [];
  if (host.sight === null) return [message("topology.advice_unheard", { host: host.name })];
  if (isInKernel(host.sight.status, address))
    return [message("topology.advice_letting_go", { host: host.name })];
  // A lone answer may be older than the release that the agent has told of since.
  return isAlone ? [] : [message("topology.advice_unexplained", { address, host: host.name })];
}
