import { familyOf, type Message, message, type Vip, type VipKind } from "@primacy/contract";
import { agentAccountHosts, schemaDropStatements, schemaStatements } from "../cluster/accounts";
import type { StepDraft } from "../operation/planned-step";
import { rightWhileJoining, showDocument } from "./build-document";
import type { HostStepInput, VipStep, VipStepBase } from "./vip-steps";
import type { WantedCluster, WantedHost } from "./wanted";

/** A step of a VIP operation before it has its place. */
export type VipDraft = StepDraft<VipStep>;
type Draft = VipDraft;

/** The VIP that a step is about; one that the operation has still to store is known by its address. */
export function findStepVip(
  vips: readonly Vip[],
  { vipId, address }: Pick<VipStepBase, "vipId" | "address">,
): Vip | null {
  return vips.find((vip) => (vipId === null ? vip.address === address : vip.id === vipId)) ?? null;
}

/** The first phase: account and document to every host, none of which may take the address yet. */
export function introduce(after: WantedCluster, base: VipStepBase): readonly Draft[] {
  const vip = findStepVip(after.vips, base);
  const right = vip === null ? false : rightWhileJoining(after, vip.id);
  return [
    ...after.hosts.map(
      (host): Draft => ({
        ...about("credential.put", message("step.credential.put", { host: host.name }), host),
        preview: [
          { kind: "document", text: JSON.stringify({ user: "primacy_agent", password: "********" }) },
        ],
        isReversible: false,
        input: hostInput(base, host, true),
      }),
    ),
    ...after.hosts.map(
      (host): Draft => ({
        ...about(
          "document.join",
          message("step.document.join", { ...named(host), address: base.address }),
          host,
        ),
        preview: [{ kind: "document", text: showDocument(after, host.hostId, right) }],
        input: hostInput(base, host, true),
      }),
    ),
  ];
}

/** The second phase: all know each other, so all get the right; then the address is awaited and proved. */
export function openAndProve(after: WantedCluster, base: VipStepBase, kind: VipKind): readonly Draft[] {
  return [
    { ...about("epoch.raise", message("step.epoch.raise")), input: base },
    ...tellAndProve(after, base, kind),
  ];
}

/** Gives every host its document with the right to the address; then the address is awaited and proved. */
export function tellAndProve(after: WantedCluster, base: VipStepBase, kind: VipKind): readonly Draft[] {
  const { address } = base;
  const { acquire, verify, proof } = wordings[kind];
  return [
    ...after.hosts.map(
      (host): Draft => ({
        ...about("document.acquire", message(acquire, { ...named(host), address }), host),
        preview: [
          { kind: "document", text: showDocument(after, host.hostId, true) },
          ...networkPreview(after, host),
        ],
        input: hostInput(base, host, true),
      }),
    ),
    {
      ...about("vip.await_held", message("step.vip.await_held", { address })),
      isReversible: false,
      input: base,
    },
    {
      ...about("vip.verify", message(verify, { address })),
      preview: [{ kind: "sql", text: proof }],
      isReversible: false,
      input: base,
    },
  ];
}

/** What a read VIP is proved by is what its clients do with it. */
const wordings = {
  write: {
    acquire: "step.document.acquire",
    verify: "step.vip.verify",
    proof: "INSERT INTO `primacy`.`verify` (`id`, `server_uuid`) VALUES (?, @@server_uuid)",
  },
  read: {
    acquire: "step.document.acquire_read",
    verify: "step.vip.verify_read",
    proof: "SELECT @@server_uuid",
  },
} as const satisfies Record<VipKind, object>;

/** Tells every host its document, which does not name the VIP. */
export function tellAll(after: WantedCluster, base: VipStepBase, isRequired: boolean): readonly Draft[] {
  return after.hosts.map(
    (host): Draft => ({
      ...about(
        "document.plain",
        message("step.document.plain", { ...named(host), address: base.address }),
        host,
      ),
      preview: [{ kind: "document", text: showDocument(after, host.hostId, true) }],
      input: hostInput(base, host, isRequired),
    }),
  );
}

/** Waits until nobody holds the address that `base` names. */
export function awaitReleased(base: VipStepBase): Draft {
  return {
    ...about("vip.await_released", message("step.vip.await_released", { address: base.address })),
    isReversible: false,
    input: base,
  };
}

/** Creates the schema. */
export function schemaEnsure({ clusterId, hosts }: WantedCluster): Draft {
  const agentHosts = agentAccountHosts(hosts.map((host) => host.member));
  return {
    ...about("schema.ensure", message("step.schema.ensure")),
    preview: schemaStatements(agentHosts).map(({ shown }) => ({ kind: "sql", text: shown })),
    input: { clusterId },
  };
}

/** Drops the schema. */
export function schemaDrop(clusterId: string): Draft {
  return {
    ...about("schema.drop", message("step.schema.drop")),
    preview: schemaDropStatements.map(({ shown }) => ({ kind: "sql", text: shown })),
    input: { clusterId },
  };
}

function networkPreview(
  after: WantedCluster,
  host: WantedHost,
): readonly { readonly kind: "network"; readonly text: string }[] {
  const lease = after.timings.leaseSeconds;
  return after.vips.flatMap((vip) => {
    const nic = vip.nics[host.hostId];
    if (!vip.enabled || nic === undefined) return [];
    return [{ kind: "network" as const, text: showLease(vip.address, nic, lease) }];
  });
}

/** What the agent does, in the words of `ip`. */
function showLease(address: string, nic: string, leaseSeconds: number): string {
  const life = `dev ${nic} valid_lft ${leaseSeconds} preferred_lft`;
  return familyOf(address) === 6
    ? `ip address replace ${address}/128 ${life} 0 nodad noprefixroute`
    : `ip address replace ${address}/32 ${life} ${leaseSeconds}`;
}

/** The shown part of a reversible step without preview. */
export function about<C extends VipStep["code"]>(
  code: C,
  title: Message,
  host?: WantedHost,
): {
  readonly code: C;
  readonly hostId: string | null;
  readonly hostName: string | null;
  readonly title: Message;
  readonly preview: Draft["preview"];
  readonly isReversible: boolean;
} {
  return {
    code,
    hostId: host?.hostId ?? null,
    hostName: host?.name ?? null,
    title,
    preview: [],
    isReversible: true,
  };
}

function named(host: WantedHost): { readonly host: string } {
  return { host: host.name };
}

function hostInput(base: VipStepBase, host: WantedHost, isRequired: boolean): HostStepInput {
  return { ...base, hostId: host.hostId, hostName: host.name, isRequired };
}
