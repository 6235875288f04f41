"use client";

import { Card, Field, Input, Link, SegmentedControl, Select } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useListMarks } from "../../../i18n/list-marks";
import { defaultName } from "./benchmark-draft";
import type { FormPart } from "./benchmark-form";
import { idOfPlace } from "./benchmark-problems";
import { CustomFields } from "./custom-fields";
import type { LoadHost } from "./load-hosts";
import { SlapFields } from "./slap-fields";
import { SysbenchFields } from "./sysbench-fields";
import { workloadTools } from "./workload-draft";

/** What is measured: the name, the host that the load comes from, its tool, and what that does. */
export function WorkloadFields(props: FormPart & { readonly hosts: readonly LoadHost[] }): ReactNode {
  const { draft, onDraft, errors } = props;
  const t = useTranslations("benchmark");
  return (
    <Card title={t("form.what")} description={t("form.whatText")}>
      <div className="flex flex-col gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label={t("name")}
            id={idOfPlace("name")}
            hint={t("form.nameHint")}
            errors={errors.at("name")}
            required
          >
            <Input
              name="name"
              autoComplete="off"
              value={draft.name ?? defaultName(draft)}
              onChange={({ target }) => onDraft({ ...draft, name: target.value })}
              onBlur={errors.tell}
            />
          </Field>
          <HostField {...props} />
        </div>
        <section className="flex flex-col gap-1.5">
          <h3 className="font-medium text-sm">{t("load.tool")}</h3>
          <SegmentedControl
            className="self-start"
            label={t("load.tool")}
            value={draft.tool}
            onValueChange={(next) =>
              onDraft({ ...draft, tool: workloadTools.find((one) => one === next) ?? draft.tool })
            }
            segments={workloadTools.map((value) => ({ value, label: t(`load.tools.${value}`) }))}
          />
          <p className="text-ink-muted text-xs">{t(`load.toolHints.${draft.tool}`)}</p>
        </section>
        {draft.tool === "sysbench" ? <SysbenchFields {...props} /> : null}
        {draft.tool === "mysqlslap" ? <SlapFields {...props} /> : null}
        {draft.tool === "custom" ? <CustomFields {...props} /> : null}
      </div>
    </Card>
  );
}

function HostField({ draft, onDraft, errors, hosts }: Parameters<typeof WorkloadFields>[0]): ReactNode {
  const t = useTranslations("benchmark.form");
  const { clause } = useListMarks();
  const placeWords = { free: t("hostFree"), elsewhere: t("hostElsewhere"), here: t("hostHere") };
  const saidOf = ({ place, operator }: LoadHost): string =>
    [placeWords[place], t(`operator.${operator}`)].join(clause);
  const chosen = hosts.find(({ id }) => id === draft.loadHostId);
  const hint =
    hosts.length === 0 ? (
      t("hostNone")
    ) : chosen === undefined ? (
      t("hostHint")
    ) : (
      <span className="flex flex-wrap gap-x-2">
        {saidOf(chosen)}
        {chosen.operator === "running" ? null : <Link href={`/hosts/${chosen.id}`}>{t("hostSetUp")}</Link>}
      </span>
    );
  return (
    <Field
      label={t("host")}
      id={idOfPlace("loadHostId")}
      hint={hint}
      errors={errors.at("loadHostId")}
      required
    >
      <Select
        name="loadHostId"
        placeholder={t("hostChoose")}
        disabled={hosts.length === 0}
        value={chosen?.id}
        onValueChange={(next) => onDraft({ ...draft, loadHostId: next })}
        options={hosts.map((host) => ({ value: host.id, label: host.name, hint: saidOf(host) }))}
      />
    </Field>
  );
}
