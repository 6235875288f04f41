import { type Message, message } from "@primacy/contract";
import { agentAccountHosts, schemaDropStatements, schemaStatements } from "../cluster/accounts";
import type { StepDraft } from "../operation/planned-step";
import { showDocument } from "./build-document";
import type { HostStepInput, VipStep, VipStepBase } from "./vip-steps";
import type { WantedCluster, WantedHost } from "./wanted";

/** A step of a VIP operation before it has its place. */
export type VipDraft = StepDraft<VipStep>;
type Draft = VipDraft;

/** The first phase: account and document to every host, none of which may take the address yet. */
export function introduce(after: WantedCluster, base: VipStepBase): readonly Draft[] {
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
        preview: [{ kind: "document", text: showDocument(after, host.hostId, false) }],
        input: hostInput(base, host, true),
      }),
    ),
  ];
}

/** The second phase: all know each other, so all get the right; then the address is awaited and proved. */
export function openAndProve(after: WantedCluster, base: VipStepBase): readonly Draft[] {
  return [
    { ...about("epoch.raise", message("step.epoch.raise")), input: base },
    ...tellAndProve(after, base),
  ];
}

/** Gives every host its document with the right to the address; then the address is awaited and proved. */
export function tellAndProve(after: WantedCluster, base: VipStepBase): readonly Draft[] {
  const { address } = base;
  return [
    ...after.hosts.map(
      (host): Draft => ({
        ...about("document.acquire", message("step.document.acquire", { ...named(host), address }), host),
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
  ];
}

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
    const text = `ip address replace ${vip.address}/32 dev ${nic} valid_lft ${lease} preferred_lft ${lease}`;
    return [{ kind: "network" as const, text }];
  });
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
