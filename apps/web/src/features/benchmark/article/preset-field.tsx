"use client";

import { BenchmarkPreset } from "@primacy/contract";
import { type PresetArm, presets } from "@primacy/core/benchmark";
import { Card, formatCount, formatDuration, Link, RadioGroup } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useReaderLocale } from "../../../client/use-locale";
import { useListMarks } from "../../../i18n/list-marks";
import { languageTag } from "../../../i18n/locale";
import { estimateTime } from "../benchmark-time";
import type { BenchmarkDraft } from "../form/benchmark-draft";
import { listMissingArms, withPreset } from "./with-preset";

const own = "own";
/** The quickest first. */
const order = [...BenchmarkPreset.options].reverse();

/** What a form begins with: the own benchmark, or a published one with the time that it takes with the arms of this cluster. */
export function PresetField({
  clusterId,
  draft,
  empty,
  primaryMemberId,
  onDraft,
}: {
  readonly clusterId: string;
  readonly draft: BenchmarkDraft;
  /** The form as it opened. */
  readonly empty: BenchmarkDraft;
  readonly primaryMemberId: string | null;
  readonly onDraft: (draft: BenchmarkDraft) => void;
}): ReactNode {
  const t = useTranslations("article");
  const marks = useListMarks();
  const hintOf = useHints();
  const missing = listMissingArms(draft.arms, primaryMemberId);
  return (
    <Card
      title={t("start")}
      description={t("startText")}
      actions={<Link href={`/clusters/${clusterId}/benchmarks/articles`}>{t("open")}</Link>}
    >
      <div className="flex flex-col gap-3">
        <RadioGroup
          label={t("start")}
          value={draft.preset ?? own}
          options={[
            { value: own, label: t("own"), hint: t("ownHint") },
            ...order.map((preset) => ({
              value: preset,
              label: t(`presets.${preset}`),
              hint: hintOf(preset, withPreset(draft, preset, primaryMemberId)),
            })),
          ]}
          onValueChange={(value) => {
            const preset = order.find((one) => one === value);
            if (preset !== undefined) onDraft(withPreset(draft, preset, primaryMemberId));
            else onDraft({ ...empty, loadHostId: draft.loadHostId });
          }}
        />
        {draft.preset === null || missing.length === 0 ? null : (
          <p className="text-ink-muted text-xs">
            {t("missingArms", { arms: missing.map((arm: PresetArm) => t(`arms.${arm}`)).join(marks.name) })}
          </p>
        )}
      </div>
    </Card>
  );
}

function useHints(): (preset: BenchmarkPreset, draft: BenchmarkDraft) => string {
  const t = useTranslations("article");
  const locale = languageTag[useReaderLocale()];
  const lasts = (seconds: number): string => formatDuration(Math.round(seconds) * 1_000, locale);
  return (preset, draft) => {
    const { workload, threads, blocks, runSeconds } = presets[preset];
    return t("hint", {
      tables: workload.tables,
      rows: formatCount(workload.tableSize, locale),
      threads: threads.join("/"),
      blocks,
      seconds: lasts(runSeconds),
      time: lasts(Math.round((estimateTime(draft)?.seconds ?? 0) / 60) * 60),
    });
  };
}
