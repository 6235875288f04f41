import {
  type CheckReport,
  type Host,
  hostPrefixLength,
  type MigrationRequestTo,
  type Refusal,
  VipRequest,
} from "@primacy/contract";
import type { HostObservation } from "@primacy/contract/agent";
import { toVip } from "@primacy/core/plan";
import {
  type AddressWay,
  checkToVip,
  listSoleHosts,
  type MigratedHost,
  type MigrationHost,
  placeOnHost,
  planToVip,
  type ToVipSnapshot,
  withoutKeepalived,
} from "@primacy/core/proxy";
import type { MemberRecord } from "@primacy/db";
import { listRestoredReasons, refuseFor, snapshotForPlan } from "../../agent-document/plan-snapshot";
import { endpointOf, getAccount } from "../../cluster-record/load-cluster";
import { findPrimaryMember, nameOfMember } from "../../endpoint/look-through";
import { signInAt } from "../../endpoint/sign-in";
import { nestReasons } from "../../operation/nest-reasons";
import { findProvider } from "../../vip-provider/find-provider";
import type { ObservedCluster } from "../../vip-provider/vip-provider";
import { withNics } from "../../vip-provider/with-nics";
import { hashText } from "../haproxy/operator-acts";
import type { CheckedMigration } from "./checked-migration";
import { type KeepalivedHost, type MigrationTask, observeKeepalived } from "./observe-keepalived";

/** Looks at all hosts, judges, and plans the way from Keepalived to a VIP. Changes nothing. */
export async function checkWayToVip(
  task: MigrationTask,
  request: MigrationRequestTo<"vip">,
  signal: AbortSignal,
): Promise<CheckedMigration | Refusal> {
  const { worker, loaded } = task;
  const provider = findProvider(worker, "agent");
  const primary = await findPrimaryMember(worker, loaded.cluster.id, signal);
  const read = await Promise.all(
    loaded.hosts.map(async (host) => ({ host, ...(await observeKeepalived(task, host, signal)) })),
  );
  const known = new Map(read.map(({ host, ...one }) => [host.id, one]));
  const nics = nicsOf(task, request.address, known);
  // Which network it is of is seen first: the question to the hosts has to name one.
  const wide = VipRequest.parse({ ...placeOf(request, hostPrefixLength(request.address)), nics });
  const first = await provider.observe(worker, loaded, { request: wide, ...unknown }, signal);
  const prefixLength = findPrefixLength(first, request.address);
  const observed = { ...first, request: VipRequest.parse({ ...placeOf(request, prefixLength), nics }) };
  const snapshot: ToVipSnapshot = {
    request,
    hosts: loaded.hosts.map((host) => hostOf(host, primary, known, observed, request.address)),
    primary: primary === null ? null : { name: nameOfMember(primary), port: primary.port },
    way: await lookAlong(task, request, primary, signal),
  };
  const sole = listSoleHosts(snapshot).map(({ host }) => host);
  const moved = sole.map(({ hostId }) => hostId);
  const bare = withoutKeepalived(observed, request.address, moved);
  const asked = withNics(bare);
  const own = await listRestoredReasons(worker, loaded, observed.held, toVip(asked));
  const reports = [checkToVip(snapshot), nestReasons(provider.check(bare), observed.told)];
  return {
    report: joinReports(reports),
    refusal: refuseFor(own),
    async plan() {
      const vip = provider.planApply(await snapshotForPlan(worker, loaded, observed.held), asked);
      return planToVip({
        migrationId: task.operationId,
        clusterId: loaded.cluster.id,
        address: request.address,
        port: request.port,
        primary: snapshot.primary?.name ?? "-",
        nics: asked.nics,
        hosts: sole.flatMap(describeMigrated),
        vip,
      });
    },
  };
}

function describeMigrated({ hostId, name, keepalived }: MigrationHost): readonly MigratedHost[] {
  if (keepalived?.kind !== "read" || keepalived.text === null) return [];
  const isRunning = keepalived.service === "running";
  return [{ hostId, name, sha256: hashText(keepalived.text), isRunning }];
}

const unknown = { vipId: null, currentAddress: null } as const;

function placeOf({ address, port }: MigrationRequestTo<"vip">, prefixLength: number) {
  return { address, port, prefixLength };
}

function joinReports(reports: readonly CheckReport[]): CheckReport {
  return {
    checks: reports.flatMap(({ checks }) => checks),
    hasFailures: reports.some(({ hasFailures }) => hasFailures),
    estimates: reports.flatMap(({ estimates }) => estimates),
  };
}

/** Where Keepalived puts the address is where the agents put it; on the hosts without it is found by the member's own address. */
function nicsOf(
  { loaded }: MigrationTask,
  address: string,
  known: ReadonlyMap<string, KeepalivedHost>,
): Readonly<Record<string, string>> {
  const hosts = loaded.hosts.map(
    ({ id: hostId, name }): MigrationHost => ({
      ...{ hostId, name, isPrimary: false, holds: null, ownAddresses: [] },
      ...(known.get(hostId) ?? nobody),
    }),
  );
  const sole = listSoleHosts({ hosts, request: { to: "vip", address, port: 1 } });
  return Object.fromEntries(
    sole.flatMap(({ host, instance }) => (instance.nic === null ? [] : [[host.hostId, instance.nic]])),
  );
}

const nobody: KeepalivedHost = { operator: "silent", keepalived: null };

/** That of the network of the first host that is in it; the address alone where none is. */
function findPrefixLength({ members }: ObservedCluster, address: string): number {
  for (const { sight } of members) {
    if (sight.kind !== "observed") continue;
    const placement = placeOnHost(sight.observation.nics, address, null);
    if (placement.kind === "placed") return placement.prefixLength;
  }
  return hostPrefixLength(address);
}

function hostOf(
  { id: hostId, name }: Pick<Host, "id" | "name">,
  primary: MemberRecord | null,
  known: ReadonlyMap<string, KeepalivedHost>,
  { members }: ObservedCluster,
  address: string,
): MigrationHost {
  const sight = members.find((member) => member.hostId === hostId)?.sight;
  const addresses = sight?.kind === "observed" ? addressesOf(sight.observation) : null;
  return {
    hostId,
    name,
    isPrimary: primary?.hostId === hostId,
    holds: addresses?.includes(address) ?? null,
    ownAddresses: (addresses ?? []).filter((one) => one !== address),
    ...(known.get(hostId) ?? nobody),
  };
}

function addressesOf({ nics }: HostObservation): readonly string[] {
  return nics.flatMap((nic) => nic.addresses.map((one) => one.address));
}

/** Signs in at the address, and beside it, as a client would. */
async function lookAlong(
  { worker, loaded }: MigrationTask,
  { address, port }: MigrationRequestTo<"vip">,
  primary: MemberRecord | null,
  signal: AbortSignal,
): Promise<AddressWay> {
  const { members } = loaded.cluster;
  const account = await getAccount(worker.db, loaded.cluster.id, "verify");
  const inOrder = primary === null ? members : [primary, ...members];
  const authorities = inOrder.map((member) => endpointOf(member).authority);
  const answer = await signInAt({ address, port }, account, authorities, signal);
  if (answer.kind === "unreached") return { kind: "unreached", reason: answer.reason };
  const uuid = answer.serverUuid.toLowerCase();
  const member = members.find((one) => one.serverUuid.toLowerCase() === uuid);
  if (member === undefined)
    return { kind: "reached", member: answer.hostName, isPrimary: false, from: null, directFrom: null };
  const { authority, ...place } = endpointOf(member);
  const direct = await signInAt(place, account, [authority], signal);
  return {
    kind: "reached",
    member: nameOfMember(member),
    isPrimary: member.id === primary?.id,
    from: answer.from,
    directFrom: direct.kind === "reached" ? direct.from : null,
  };
}
