"use client";

import { Card, Field, Input } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { FormPart } from "./benchmark-form";
import { idOfPlace } from "./benchmark-problems";
import { NumberField } from "./number-field";
import { draftTellsSeconds } from "./workload-draft";

/** How it is measured: with how many threads, how often, for how long. */
export function ScheduleFields({ draft, onDraft, errors }: FormPart): ReactNode {
  const t = useTranslations("benchmark");
  const hints = {
    blocks: t("form.blocksHint"),
    warmupSeconds: t("form.warmupHint"),
    ...(draft.tool === "mysqlslap" ? { runSeconds: t("form.runSecondsMostHint") } : {}),
  };
  const fieldOf = (place: "blocks" | "runSeconds" | "warmupSeconds"): ReactNode => {
    const hint = hints[place];
    return (
      <NumberField
        place={place}
        label={t(
          place === "runSeconds" && draft.tool === "mysqlslap" ? "form.runSecondsMost" : `form.${place}`,
        )}
        {...(hint === undefined ? {} : { hint })}
        value={draft[place]}
        errors={errors}
        onText={(text) => onDraft({ ...draft, [place]: text })}
      />
    );
  };
  return (
    <Card title={t("form.how")} description={t("form.howText")}>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label={t("threads")}
          id={idOfPlace("threads")}
          hint={t("form.threadsHint")}
          errors={errors.at("threads")}
          required
        >
          <Input
            name="threads"
            autoComplete="off"
            className="tabular-nums"
            value={draft.threads}
            onChange={({ target }) => onDraft({ ...draft, threads: target.value })}
            onBlur={errors.tell}
          />
        </Field>
        {fieldOf("blocks")}
        {fieldOf("runSeconds")}
        {draftTellsSeconds(draft) ? fieldOf("warmupSeconds") : null}
      </div>
    </Card>
  );
}
