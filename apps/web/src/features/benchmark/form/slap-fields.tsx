"use client";

import { SlapLoad } from "@primacy/contract";
import { Field, RadioGroup, Select, Textarea } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { FormPart } from "./benchmark-form";
import { idOfPlace } from "./benchmark-problems";
import { NumberField } from "./number-field";
import type { SlapDraft } from "./workload-draft";

const kinds = ["generated", "given"] as const satisfies readonly SlapDraft["kind"][];

/** What mysqlslap runs: statements of its own or given ones, how many, and how often. */
export function SlapFields(props: FormPart): ReactNode {
  const { draft, onDraft } = props;
  const t = useTranslations("benchmark.load");
  const { slap } = draft;
  const change = (part: Partial<SlapDraft>): void => onDraft({ ...draft, slap: { ...slap, ...part } });
  return (
    <>
      <section className="flex flex-col gap-1.5">
        <h3 className="font-medium text-sm">{t("slapSql")}</h3>
        <RadioGroup
          label={t("slapSql")}
          className="sm:grid-cols-2"
          value={slap.kind}
          onValueChange={(next) => change({ kind: next === "given" ? "given" : "generated" })}
          options={kinds.map((value) => ({
            value,
            label: t(`slapKinds.${value}`),
            hint: t(`slapHints.${value}`),
          }))}
        />
      </section>
      {slap.kind === "generated" ? (
        <Generated {...props} change={change} />
      ) : (
        <Given {...props} change={change} />
      )}
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {(["queries", "iterations"] as const).map((place) => (
          <NumberField
            key={place}
            place={place}
            label={t(place)}
            hint={t(`${place}Hint`)}
            value={slap[place]}
            errors={props.errors}
            onText={(text) => change({ [place]: text })}
          />
        ))}
      </div>
    </>
  );
}

interface PartProps extends FormPart {
  readonly change: (part: Partial<SlapDraft>) => void;
}

function Generated({ draft: { slap }, errors, change }: PartProps): ReactNode {
  const t = useTranslations("benchmark.load");
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <Field label={t("slapLoad")} hint={t(`slapLoads.${slap.load}`)}>
        <Select
          value={slap.load}
          onValueChange={(next) => change({ load: SlapLoad.parse(next) })}
          options={SlapLoad.options.map((value) => ({ value, label: value }))}
        />
      </Field>
      {(["rows", "intColumns", "charColumns"] as const).map((place) => (
        <NumberField
          key={place}
          place={place}
          label={t(place)}
          value={slap[place]}
          errors={errors}
          onText={(text) => change({ [place]: text })}
        />
      ))}
    </div>
  );
}

function Given({ draft: { slap }, errors, change }: PartProps): ReactNode {
  const t = useTranslations("benchmark.load");
  return (
    <>
      {(["query", "create"] as const).map((place) => (
        <Field
          key={place}
          label={t(place)}
          id={idOfPlace(place)}
          hint={t(`${place}Hint`)}
          errors={errors.at(place)}
          required={place === "query"}
        >
          <Textarea
            mono
            name={place}
            spellCheck={false}
            autoComplete="off"
            value={slap[place]}
            onChange={({ target }) => change({ [place]: target.value })}
            onBlur={errors.tell}
          />
        </Field>
      ))}
    </>
  );
}
