"use client";

import { loadPlaceholders } from "@primacy/contract";
import { Checkbox, Field, Input, RadioGroup, Select, Textarea } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { FormPart } from "./benchmark-form";
import { idOfPlace } from "./benchmark-problems";
import { type CustomDraft, parsers } from "./workload-draft";

const sources = ["environment", "defaults_file"] as const satisfies readonly CustomDraft["source"][];

interface PartProps extends FormPart {
  readonly change: (part: Partial<CustomDraft>) => void;
}

/** A program of the load host's own: its arguments one by one, where it finds its password, and whose output it writes. */
export function CustomFields(part: FormPart): ReactNode {
  const { draft, onDraft, errors } = part;
  const t = useTranslations("benchmark.load");
  const { custom } = draft;
  const props: PartProps = {
    ...part,
    change: (next) => onDraft({ ...draft, custom: { ...custom, ...next } }),
  };
  const parser = parsers.find((one) => one === custom.parser);
  return (
    <>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field
          label={t("program")}
          id={idOfPlace("program")}
          hint={t("programHint")}
          errors={errors.at("program")}
          required
        >
          <Input
            mono
            name="program"
            autoComplete="off"
            spellCheck={false}
            value={custom.program}
            onChange={({ target }) => props.change({ program: target.value })}
            onBlur={errors.tell}
          />
        </Field>
        <Field label={t("parser")} hint={t("parserHint")}>
          <Select
            value={parser}
            onValueChange={(next) =>
              props.change({ parser: parsers.find((one) => one === next) ?? custom.parser })
            }
            options={parsers.map((value) => ({ value, label: value }))}
          />
        </Field>
      </div>
      <Arguments {...props} place="run" />
      <Arguments {...props} place="prepare" />
      <Password {...props} />
      <Checkbox
        checked={custom.isWriting}
        onCheckedChange={(isWriting) => props.change({ isWriting })}
        label={t("isWriting")}
        hint={t("isWritingHint")}
      />
    </>
  );
}

function Arguments({
  draft: { custom },
  errors,
  change,
  place,
}: PartProps & { readonly place: "run" | "prepare" }): ReactNode {
  const t = useTranslations("benchmark.load");
  const known = loadPlaceholders.map((one) => `{${one}}`).join(" ");
  return (
    <Field
      label={t(place)}
      id={idOfPlace(place)}
      hint={place === "run" ? t("runHint", { known }) : t("prepareHint")}
      errors={errors.at(place)}
    >
      <Textarea
        mono
        name={place}
        rows={place === "run" ? 6 : 3}
        spellCheck={false}
        autoComplete="off"
        value={custom[place]}
        onChange={({ target }) => change({ [place]: target.value })}
        onBlur={errors.tell}
      />
    </Field>
  );
}

function Password({ draft: { custom }, errors, change }: PartProps): ReactNode {
  const t = useTranslations("benchmark.load");
  return (
    <section className="flex flex-col gap-1.5">
      <h3 className="font-medium text-sm">{t("source")}</h3>
      <RadioGroup
        label={t("source")}
        className="sm:grid-cols-2"
        value={custom.source}
        onValueChange={(next) => change({ source: sources.find((one) => one === next) ?? custom.source })}
        options={sources.map((value) => ({
          value,
          label: t(`sources.${value}`),
          hint: t(`sourceHints.${value}`, { mark: "{defaultsFile}" }),
        }))}
      />
      {custom.source === "environment" ? (
        <Field
          label={t("variable")}
          id={idOfPlace("variable")}
          errors={errors.at("variable")}
          className="mt-1 sm:max-w-72"
          required
        >
          <Input
            mono
            name="variable"
            autoComplete="off"
            spellCheck={false}
            value={custom.variable}
            onChange={({ target }) => change({ variable: target.value })}
            onBlur={errors.tell}
          />
        </Field>
      ) : null}
    </section>
  );
}
