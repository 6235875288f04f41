"use client";

import type { Cluster } from "@primacy/contract";
import { Button, Field, formatDuration, Input } from "@primacy/ui";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { useApiChange } from "../../client/use-api";
import { useReaderLocale } from "../../client/use-locale";
import { useMay } from "../../frame/principal-context";
import { languageTag } from "../../i18n/locale";
import { toObjectiveMs } from "./form/series-draft";

/** How long writes may stop in drills of a cluster: administrators set it, and all others see it. */
export function DrillObjective({
  cluster: { id, drillObjectiveMs },
}: {
  readonly cluster: Pick<Cluster, "id" | "drillObjectiveMs">;
}): ReactNode {
  const t = useTranslations("drillSeries.objective");
  const problems = useTranslations("drillSeries.form.problems");
  const common = useTranslations("common");
  const locale = languageTag[useReaderLocale()];
  const mayAdminister = useMay("admin");
  const [typed, setTyped] = useState(String(drillObjectiveMs / 1_000));
  const change = useApiChange("changeCluster", { invalidates: ["getCluster", "listClusters"] });
  const objectiveMs = toObjectiveMs(typed);
  if (!mayAdminister)
    return <p className="text-sm">{t("is", { value: formatDuration(drillObjectiveMs, locale) })}</p>;
  return (
    <form
      className="flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (objectiveMs !== null) change.mutate({ params: { id }, body: { drillObjectiveMs: objectiveMs } });
      }}
    >
      <Field
        label={t("label")}
        hint={t("hint")}
        errors={objectiveMs === null ? [problems("objective")] : []}
        className="max-w-xs"
      >
        <Input inputMode="decimal" value={typed} onChange={(event) => setTyped(event.target.value)} />
      </Field>
      <Button
        type="submit"
        loading={change.isPending}
        disabled={objectiveMs === null || objectiveMs === drillObjectiveMs}
      >
        {common("save")}
      </Button>
    </form>
  );
}
