"use client";

import { SysbenchScript } from "@primacy/contract";
import { Field, formatBytes, formatCount, RadioGroup, Textarea } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useReaderLocale } from "../../../client/use-locale";
import { languageTag } from "../../../i18n/locale";
import { toNumber } from "./benchmark-draft";
import type { FormPart } from "./benchmark-form";
import { idOfPlace } from "./benchmark-problems";
import { NumberField } from "./number-field";
import { parseOptions } from "./option-lines";

/** The script of sysbench, the size of its data, and its options. */
export function SysbenchFields(props: FormPart): ReactNode {
  const { draft, onDraft } = props;
  const t = useTranslations("benchmark");
  return (
    <>
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
    </>
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
