"use client";

import { SysbenchScript } from "@primacy/contract";
import {
  Card,
  Field,
  formatBytes,
  formatCount,
  Input,
  Link,
  RadioGroup,
  Select,
  Textarea,
} from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useReaderLocale } from "../../../client/use-locale";
import { useListMarks } from "../../../i18n/list-marks";
import { languageTag } from "../../../i18n/locale";
import { defaultName, toNumber } from "./benchmark-draft";
import type { FormPart } from "./benchmark-form";
import { idOfPlace } from "./benchmark-problems";
import type { LoadHost } from "./load-hosts";
import { NumberField } from "./number-field";
import { parseOptions } from "./option-lines";

/** What is measured: the name, the host that the load comes from, the script and the size of its data. */
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
          <h3 className="font-medium text-sm">{t("workload")}</h3>
          <RadioGroup
            label={t("workload")}
            className="sm:grid-cols-2"
            value={draft.script}
            onValueChange={(next) => onDraft({ ...draft, script: SysbenchScript.parse(next) })}
            options={SysbenchScript.options.map((value) => ({
              value,
              label: <span className="font-mono text-xs">{value}</span>,
              hint: t(`script.${value}`),
            }))}
          />
        </section>
        <Size {...props} />
        <Options {...props} />
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

/** A row of sysbench's tables with its share of the index on k, in bytes as InnoDB stores it. */
const rowBytes = 240;

function Size({ draft, onDraft, errors }: FormPart): ReactNode {
  const t = useTranslations("benchmark.form");
  const locale = languageTag[useReaderLocale()];
  const rows = toNumber(draft.tables) * toNumber(draft.tableSize);
  const isSound = toNumber(draft.tables) > 0 && toNumber(draft.tableSize) > 0;
  return (
    <div className="flex flex-col gap-1.5">
      <div className="grid gap-4 sm:grid-cols-2">
        {(["tables", "tableSize"] as const).map((place) => (
          <NumberField
            key={place}
            place={place}
            label={t(place)}
            value={draft[place]}
            errors={errors}
            onText={(text) => onDraft({ ...draft, [place]: text })}
          />
        ))}
      </div>
      {isSound ? (
        <p className="text-ink-muted text-xs">
          {t("size", { rows: formatCount(rows, locale), bytes: formatBytes(rows * rowBytes, locale) })}
        </p>
      ) : null}
    </div>
  );
}

/** Options that Primacy has no field for, folded until somebody wants one. */
function Options({ draft, onDraft, errors }: FormPart): ReactNode {
  const t = useTranslations("benchmark.form");
  const count = parseOptions(draft.options).options.length;
  const problems = errors.at("options");
  return (
    <details open={problems.length > 0 || undefined}>
      <summary className="cursor-pointer text-ink-muted text-sm hover:text-ink">
        {count === 0 ? t("options") : `${t("options")} (${t("optionsSet", { count })})`}
      </summary>
      <Field
        label={t("options")}
        labelHidden
        id={idOfPlace("options")}
        hint={t("optionsHint")}
        errors={problems}
        className="mt-2"
      >
        <Textarea
          mono
          name="options"
          spellCheck={false}
          autoComplete="off"
          value={draft.options}
          onChange={({ target }) => onDraft({ ...draft, options: target.value })}
          onBlur={errors.tell}
        />
      </Field>
    </details>
  );
}
