"use client";

import type { BenchmarkDetail } from "@primacy/contract";
import { Card } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useMessageText } from "../../../client/use-locale";
import { listAnswers } from "../answer/answer-order";
import { letterOf } from "./compare-address";

/** What each benchmark says of its own arms: these differences were measured in turns, and have intervals. */
export function CompareAnswers({
  benchmarks,
}: {
  readonly benchmarks: readonly BenchmarkDetail[];
}): ReactNode {
  const t = useTranslations("benchmark.compare");
  const text = useMessageText();
  return (
    <Card title={t("answers")}>
      <dl className="flex flex-col gap-3 text-sm">
        {benchmarks.map(({ id, name, answer }, place) => {
          const { main } = listAnswers(answer.differences);
          return (
            <div key={id}>
              <dt className="font-semibold">
                {letterOf(place)} · {name}
              </dt>
              {main.length === 0 ? <dd className="text-ink-muted">{t("noAnswer")}</dd> : null}
              {main.map((one) => (
                <dd key={one.arm}>{text(one.text)}</dd>
              ))}
            </div>
          );
        })}
      </dl>
    </Card>
  );
}
