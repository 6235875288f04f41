"use client";

import type { BenchmarkDetail } from "@primacy/contract";
import { comparedLimits } from "@primacy/core/benchmark";
import { Button, EmptyState, Field, Input, Link, Notice, SkeletonLines } from "@primacy/ui";
import { useQueries } from "@tanstack/react-query";
import { useRouter, useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { api } from "../../../client/api";
import { apiKey } from "../../../client/api-key";
import { Late, LateScript } from "../../../client/late";
import { findProblem } from "../../../client/use-api";
import { useFailureText } from "../../../client/use-failure-text";
import { canCompare, compareAddress, readIds } from "./compare-address";
import { CompareAnswers } from "./compare-answers";
import { CompareSetup } from "./compare-setup";

/** The drawing library is heavy: what differed does not wait for it. */
const throughput = new LateScript(() => import("./compare-throughput"));

/** Benchmarks side by side, those that the address names: what differed in their setup, their throughput, their answers. */
export function BenchmarkCompare({ clusterId }: { readonly clusterId: string }): ReactNode {
  const t = useTranslations("benchmark");
  const asked = readIds(useSearchParams().get("ids") ?? "").slice(0, comparedLimits.most);
  return (
    <div className="flex flex-col gap-5">
      <header className="flex flex-col gap-1">
        <Link href={`/clusters/${clusterId}/benchmarks`} className="self-start text-xs">
          {t("all")}
        </Link>
        <h2 className="font-semibold text-ink text-lg">{t("compare.title")}</h2>
      </header>
      <Compared key={asked.join()} ids={asked} />
      <AskedFor key={`asked ${asked.join()}`} clusterId={clusterId} ids={asked} />
    </div>
  );
}

function Compared({ ids }: { readonly ids: readonly string[] }): ReactNode {
  const t = useTranslations("benchmark.compare");
  const common = useTranslations("common");
  const { found, missing, failure, isLoading } = useBenchmarks(ids);
  if (isLoading) return <SkeletonLines label={common("loading")} lines={8} />;
  const few = canCompare(found.length) ? null : <EmptyState title={t("few")}>{t("hint")}</EmptyState>;
  return (
    <>
      {missing === 0 ? null : <Notice tone="warning" title={t("missing", { count: missing })} />}
      {failure === null ? null : <Failure error={failure} />}
      {few ?? (
        <>
          <CompareSetup benchmarks={found} />
          <Late script={throughput} fallback={<SkeletonLines label={common("loading")} lines={8} />}>
            {({ CompareThroughput }) => <CompareThroughput benchmarks={found} />}
          </Late>
          <CompareAnswers benchmarks={found} />
        </>
      )}
    </>
  );
}

function Failure({ error }: { readonly error: Error }): ReactNode {
  const text = useFailureText();
  return <Notice tone="failed" title={text(error)} />;
}

interface Found {
  readonly found: readonly BenchmarkDetail[];
  readonly missing: number;
  readonly failure: Error | null;
  readonly isLoading: boolean;
}

/** In the order in which they are asked for. */
function useBenchmarks(ids: readonly string[]): Found {
  const queries = useQueries({
    queries: ids.map((id) => {
      const input = { params: { id } };
      return { queryKey: apiKey("getBenchmark", input), queryFn: () => api.call("getBenchmark", input) };
    }),
  });
  const errors = queries.flatMap(({ error, data }) => (error === null || data !== undefined ? [] : [error]));
  const isGone = (error: Error): boolean => findProblem(error)?.code === "not_found";
  return {
    found: queries.flatMap(({ data }) => (data === undefined ? [] : [data])),
    missing: errors.filter(isGone).length,
    failure: errors.find((error) => !isGone(error)) ?? null,
    isLoading: queries.some(({ isPending }) => isPending),
  };
}

/** What is compared, as text: the list of a cluster has only its own. */
function AskedFor({
  clusterId,
  ids,
}: {
  readonly clusterId: string;
  readonly ids: readonly string[];
}): ReactNode {
  const t = useTranslations("benchmark.compare");
  const router = useRouter();
  const [typed, setTyped] = useState(ids.join(", "));
  const chosen = readIds(typed);
  return (
    <form
      className="flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (canCompare(chosen.length)) router.push(compareAddress(clusterId, chosen));
      }}
    >
      <Field label={t("add")} hint={t("addHint")} className="min-w-0 flex-1 basis-80">
        <Input mono value={typed} onChange={(event) => setTyped(event.target.value)} />
      </Field>
      <Button type="submit" disabled={!canCompare(chosen.length)}>
        {t("show")}
      </Button>
    </form>
  );
}
