"use client";

import {
  BusyPerProcessor,
  busyChoices,
  type ClusterEndpoint,
  type DrillFault,
  FullSeconds,
  fullChoices,
  type Topology,
  withPort,
} from "@primacy/contract";
import { Field, RadioGroup, Select } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { withSecondary } from "./drill-draft";
import { namedSecondary } from "./fault-catalog";
import { ProxyChoice } from "./proxy-choice";

interface ChoiceProps<F extends DrillFault> {
  readonly fault: F;
  readonly onFault: (fault: DrillFault) => void;
}

/** What is left to choose of a fault; nothing for most. */
export function FaultChoices({
  topology,
  endpoints,
  fault,
  onFault,
}: ChoiceProps<DrillFault> & {
  readonly topology: Topology;
  readonly endpoints: readonly ClusterEndpoint[];
}): ReactNode {
  switch (fault.kind) {
    case "kill_mysqld":
      return <AfterChoice fault={fault} onFault={onFault} />;
    case "switchover":
    case "cut_secondary":
      return <SecondaryChoice topology={topology} fault={fault} onFault={onFault} />;
    case "cut_one_way":
      return (
        <>
          <SecondaryChoice topology={topology} fault={fault} onFault={onFault} />
          <DirectionChoice fault={fault} onFault={onFault} />
        </>
      );
    case "cpu_pressure":
      return <LoadChoice fault={fault} onFault={onFault} />;
    case "fill_disk":
      return <FullChoice fault={fault} onFault={onFault} />;
    case "kill_proxy":
      return (
        <>
          <ProxyChoice endpoints={endpoints} fault={fault} onFault={onFault} />
          <AfterChoice fault={fault} onFault={onFault} />
        </>
      );
    default:
      return null;
  }
}

function AfterChoice({
  fault,
  onFault,
}: ChoiceProps<Extract<DrillFault, { readonly restarts: boolean }>>): ReactNode {
  const t = useTranslations("drill.choices");
  const isProxy = fault.kind === "kill_proxy";
  const label = t(isProxy ? "afterProxy" : "after");
  return (
    <div className="flex flex-col gap-2">
      <p className="font-medium text-sm">{label}</p>
      <RadioGroup
        label={label}
        value={fault.restarts ? "restarts" : "stays"}
        onValueChange={(value) => onFault({ ...fault, restarts: value === "restarts" })}
        options={(["stays", "restarts"] as const).map((value) => ({
          value,
          label: t(value),
          hint: t(isProxy ? `${value}ProxyHint` : `${value}Hint`),
        }))}
      />
    </div>
  );
}

function DirectionChoice({
  fault,
  onFault,
}: ChoiceProps<Extract<DrillFault, { readonly kind: "cut_one_way" }>>): ReactNode {
  const t = useTranslations("drill.choices");
  return (
    <div className="flex flex-col gap-2">
      <p className="font-medium text-sm">{t("direction")}</p>
      <RadioGroup
        label={t("direction")}
        value={fault.drops}
        onValueChange={(value) =>
          onFault({ ...fault, drops: value === "from_secondary" ? "from_secondary" : "to_secondary" })
        }
        options={(["to_secondary", "from_secondary"] as const).map((value) => ({
          value,
          label: t(value),
          hint: t(`${value}Hint`),
        }))}
      />
    </div>
  );
}

function LoadChoice({
  fault,
  onFault,
}: ChoiceProps<Extract<DrillFault, { readonly kind: "cpu_pressure" }>>): ReactNode {
  const t = useTranslations("drill.choices");
  return (
    <Field label={t("perProcessor")} hint={t("perProcessorHint")}>
      <Select
        value={String(fault.perProcessor)}
        onValueChange={(value) => onFault({ ...fault, perProcessor: BusyPerProcessor.parse(Number(value)) })}
        options={busyChoices.map((count) => ({ value: String(count), label: String(count) }))}
      />
    </Field>
  );
}

function FullChoice({
  fault,
  onFault,
}: ChoiceProps<Extract<DrillFault, { readonly kind: "fill_disk" }>>): ReactNode {
  const t = useTranslations("drill.choices");
  return (
    <Field label={t("fullFor")} hint={t("fullForHint")}>
      <Select
        value={String(fault.seconds)}
        onValueChange={(value) => onFault({ ...fault, seconds: FullSeconds.parse(Number(value)) })}
        options={fullChoices.map((seconds) => ({
          value: String(seconds),
          label: t("seconds", { seconds }),
        }))}
      />
    </Field>
  );
}

/** Members that are not the primary, by the names of their hosts. */
export function listSecondaries({
  hosts,
  primaryMemberId,
}: Pick<Topology, "hosts" | "primaryMemberId">): readonly {
  readonly memberId: string;
  readonly name: string;
}[] {
  return hosts.flatMap(({ name, members }) =>
    members
      .filter(({ memberId }) => memberId !== primaryMemberId)
      .map(({ memberId, address, port }) => ({
        memberId,
        name: members.length > 1 ? `${name} (${withPort(address, port)})` : name,
      })),
  );
}

const automatic = "automatic";

function SecondaryChoice({
  topology,
  fault,
  onFault,
}: ChoiceProps<Extract<DrillFault, { readonly memberId: string | null }>> & {
  readonly topology: Topology;
}): ReactNode {
  const t = useTranslations("drill.choices");
  const secondaries = listSecondaries(topology);
  const named = namedSecondary(fault);
  const kept = namedSecondary(withSecondary(fault, new Set(secondaries.map(({ memberId }) => memberId))));
  return (
    <Field
      label={t(fault.kind === "switchover" ? "newPrimary" : "secondary")}
      {...(named !== null && kept === null ? { hint: t("gone") } : {})}
    >
      <Select
        value={kept ?? automatic}
        onValueChange={(value) => onFault({ ...fault, memberId: value === automatic ? null : value })}
        options={[
          { value: automatic, label: t("automatic") },
          ...secondaries.map(({ memberId, name }) => ({ value: memberId, label: name })),
        ]}
      />
    </Field>
  );
}
