"use client";

import type { Drain } from "@primacy/contract";
import { Checkbox, Field, Input, RadioGroup } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";

/** A drain as it is being put in. */
export interface DrainDraft {
  readonly isWanted: boolean;
  readonly waitSeconds: string;
  readonly atLimit: Drain["atLimit"];
}

/** No drain; half a minute where one is wanted. */
export const noDrain: DrainDraft = { isWanted: false, waitSeconds: "30", atLimit: "switch" };

/** The drain as the API takes it; what is no number is left to its refusal. */
export function toDrain({ isWanted, waitSeconds, atLimit }: DrainDraft): { drain?: Drain } {
  return isWanted ? { drain: { waitSeconds: Number(waitSeconds || Number.NaN), atLimit } } : {};
}

/** Properties of {@link DrainFields}. */
interface DrainFieldsProps {
  readonly draft: DrainDraft;
  readonly onDraft: (draft: DrainDraft) => void;
}

/** Asks whether connections through the VIP may end by themselves first, for how long, and what to do with the rest. */
export function DrainFields({ draft, onDraft }: DrainFieldsProps): ReactNode {
  const t = useTranslations("switchover.drain");
  return (
    <fieldset className="flex flex-col gap-3 border-line border-t pt-3">
      <legend className="sr-only">{t("title")}</legend>
      <Checkbox
        label={t("title")}
        hint={t("hint")}
        checked={draft.isWanted}
        onCheckedChange={(isWanted) => onDraft({ ...draft, isWanted })}
      />
      {draft.isWanted ? (
        <div className="flex flex-col gap-3 pl-6">
          <Field label={t("wait")}>
            <div className="flex items-center gap-2">
              <Input
                className="w-24 tabular-nums"
                inputMode="numeric"
                name="waitSeconds"
                value={draft.waitSeconds}
                onChange={(event) => onDraft({ ...draft, waitSeconds: event.target.value })}
              />
              <span className="text-ink-muted text-sm">{t("seconds")}</span>
            </div>
          </Field>
          <Field label={t("atLimit")}>
            <RadioGroup
              label={t("atLimit")}
              value={draft.atLimit}
              onValueChange={(next) => onDraft({ ...draft, atLimit: next === "stay" ? "stay" : "switch" })}
              options={[
                { value: "switch", label: t("switch"), hint: t("switchHint") },
                { value: "stay", label: t("stay"), hint: t("stayHint") },
              ]}
            />
          </Field>
        </div>
      ) : null}
    </fieldset>
  );
}
