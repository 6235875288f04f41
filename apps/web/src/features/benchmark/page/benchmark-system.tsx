"use client";

import type { BenchmarkDetail } from "@primacy/contract";
import { listSystemFacts, type SystemFact } from "@primacy/core/benchmark";
import { Card, type KeyValue, KeyValueList } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { isUnderWay } from "../benchmark-tone";
import { useSystemTexts } from "../use-system-texts";
import { VariableName } from "../variable-name";

/** What the members' servers, their hosts and the load host were when the benchmark began. */
export function BenchmarkSystem({ benchmark }: { readonly benchmark: BenchmarkDetail }): ReactNode {
  const t = useTranslations("benchmark.system");
  const text = useSystemTexts(benchmark.loadHostName);
  const { system } = benchmark;
  if (system === null)
    return isUnderWay(benchmark) ? null : (
      <Card title={t("title")}>
        <p className="text-ink-muted text-sm">{t("none")}</p>
      </Card>
    );
  const facts = listSystemFacts(system);
  const toItem = ({ fact, readings }: SystemFact): KeyValue => ({
    key: `${fact.of} ${fact.name}`,
    label: isVariable(fact) ? <VariableName name={fact.name} /> : text.name(fact),
    value: text.readings(readings),
  });
  const [variables, others] = [true, false].map((wanted) =>
    facts.filter(({ fact }) => isVariable(fact) === wanted).map(toItem),
  );
  return (
    <Card title={t("title")} description={t("text")}>
      <div className="grid items-start gap-x-8 lg:grid-cols-2">
        <KeyValueList items={others ?? []} />
        <KeyValueList items={variables ?? []} />
      </div>
    </Card>
  );
}

function isVariable({ of, name }: SystemFact["fact"]): boolean {
  return of === "server" && name !== "version";
}
