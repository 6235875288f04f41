"use client";

import type { BenchmarkDetail } from "@primacy/contract";
import { Button, Notice } from "@primacy/ui";
import { Pause, Play } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useMomentText } from "../../../client/moment";
import { useApiChange } from "../../../client/use-api";

/** Pauses a benchmark, or lets it go on. */
export function PauseButton({
  benchmark: { id, pause },
}: {
  readonly benchmark: Pick<BenchmarkDetail, "id" | "pause">;
}): ReactNode {
  const t = useTranslations("benchmark.pause");
  const isPaused = pause !== null;
  const change = useApiChange(isPaused ? "resumeBenchmark" : "pauseBenchmark", {
    invalidates: ["getBenchmark", "listBenchmarks"],
  });
  return (
    <Button
      size="sm"
      icon={isPaused ? <Play aria-hidden /> : <Pause aria-hidden />}
      loading={change.isPending}
      onClick={() => change.mutate({ params: { id } })}
    >
      {t(isPaused ? "resume" : "pause")}
    </Button>
  );
}

/** Who paused a benchmark and when, and what that means; nothing while it goes on. */
export function PauseNotice({
  benchmark: { pause, runs },
}: {
  readonly benchmark: Pick<BenchmarkDetail, "pause" | "runs">;
}): ReactNode {
  const t = useTranslations("benchmark.pause");
  const moment = useMomentText();
  if (pause === null) return null;
  const isPausing = runs.some(({ state }) => state === "running");
  return (
    <Notice
      tone={isPausing ? "busy" : "warning"}
      title={
        isPausing ? t("pausing", { name: pause.by }) : t("asked", { name: pause.by, time: moment(pause.at) })
      }
    >
      {t("text")}
    </Notice>
  );
}
