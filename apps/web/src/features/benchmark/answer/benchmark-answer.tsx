"use client";

import type { ArmDifference, BenchmarkDetail } from "@primacy/contract";
import { rateOf } from "@primacy/core/benchmark";
import { Card } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Late, LateScript } from "../../../client/late";
import { useMessageText } from "../../../client/use-locale";
import { PublishedNotes } from "../article/published-notes";
import { isUnderWay } from "../benchmark-tone";
import { listAnswers } from "./answer-order";

/** The drawing library is heavy: the sentences do not wait for it. */
const plot = new LateScript(() => import("./answer-plot"));

/** What a benchmark came to: what each arm costs against the baseline, a sentence and an interval for each. Nothing is claimed without one. */
export function BenchmarkAnswer({ benchmark }: { readonly benchmark: BenchmarkDetail }): ReactNode {
  const t = useTranslations("benchmark.answer");
  const words = useTranslations("benchmark");
  const { answer, arms } = benchmark;
  const [baseline] = arms;
  if (answer.differences.length === 0 || baseline === undefined) return null;
  if (answer.wholeBlocks === 0 && isUnderWay(benchmark)) return null;
  const { main, byThreads } = listAnswers(answer.differences);
  const isProvisional = isUnderWay(benchmark);
  return (
    <Card
      title={t(isProvisional ? "titleSoFar" : "title")}
      description={t("text", {
        rate: words(`rate.${rateOf(benchmark.workload)}`),
        baseline: baseline.name,
        blocks: answer.wholeBlocks,
      })}
    >
      <div className="flex flex-col gap-4">
        <ul className="flex flex-col gap-2">
          {main.map((one) => (
            <li key={one.arm}>
              <Sentence difference={one} />
            </li>
          ))}
        </ul>
        {isProvisional ? <p className="text-ink-muted text-xs">{t("soFar")}</p> : null}
        {answer.voidBlocks === 0 ? null : (
          <p className="text-ink-muted text-xs">{t("void", { count: answer.voidBlocks })}</p>
        )}
        <Late script={plot}>
          {({ AnswerPlot }) => (
            <AnswerPlot
              differences={[...main.filter(({ threads }) => threads === null), ...byThreads]}
              benchmark={benchmark}
            />
          )}
        </Late>
        {answer.differences.every(({ method }) => method === "too_few") ? null : (
          <p className="text-ink-muted text-xs">{t("method")}</p>
        )}
        <PublishedNotes benchmark={benchmark} />
      </div>
    </Card>
  );
}

function Sentence({ difference }: { readonly difference: ArmDifference }): ReactNode {
  const text = useMessageText();
  const isShown = difference.verdict === "costs" || difference.verdict === "gains";
  return <p className={isShown ? "font-semibold text-base" : "text-base"}>{text(difference.text)}</p>;
}
