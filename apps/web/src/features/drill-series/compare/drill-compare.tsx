"use client";

import type { ComparedFault, DrillComparison } from "@primacy/contract";
import { EmptyState, Link, Notice, SkeletonLines } from "@primacy/ui";
import { Flame } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Late, LateScript } from "../../../client/late";
import { Loaded } from "../../../client/loaded";
import { useApi } from "../../../client/use-api";
import { useMessageText } from "../../../client/use-locale";
import { useFaultText } from "../use-fault-text";
import { ComparedTable } from "./compared-table";

const refreshMs = 10_000;

/** The drawing library is heavy: what it comes to in words and figures does not wait for it. */
const charts = new LateScript(() => import("./compared-charts"));

/** The drills of a cluster beside each other, or those of the series that the address names. */
export function DrillCompare({ clusterId }: { readonly clusterId: string }): ReactNode {
  const t = useTranslations("drillSeries");
  const series = useSearchParams().get("series");
  const comparison = useApi(
    "compareDrills",
    { params: { id: clusterId }, query: series === null ? {} : { series } },
    { refreshMs },
  );
  return (
    <div className="flex flex-col gap-5">
      <header className="flex flex-col gap-1">
        <Link href={`/clusters/${clusterId}/drills`} className="self-start text-xs">
          {t("drills")}
        </Link>
        <h2 className="font-semibold text-ink text-lg">{t("compare.title")}</h2>
        <p className="text-ink-muted text-sm">{t("compare.text")}</p>
        <Whose clusterId={clusterId} series={series} />
      </header>
      <Loaded query={comparison}>{(found) => <Compared clusterId={clusterId} found={found} />}</Loaded>
    </div>
  );
}

function Whose({
  clusterId,
  series,
}: {
  readonly clusterId: string;
  readonly series: string | null;
}): ReactNode {
  const t = useTranslations("drillSeries.compare");
  const found = useApi("getDrillSeries", { params: { id: series ?? "" } }, { enabled: series !== null });
  if (series === null) return <p className="text-ink-muted text-sm">{t("all")}</p>;
  return (
    <p className="flex flex-wrap gap-x-3 text-sm">
      <span>{t("ofSeries", { name: found.data?.name ?? "…" })}</span>
      <Link href={`/clusters/${clusterId}/drills/compare`}>{t("showAll")}</Link>
    </p>
  );
}

function Compared({
  clusterId,
  found: { faults, untested, isCut },
}: {
  readonly clusterId: string;
  readonly found: DrillComparison;
}): ReactNode {
  const t = useTranslations("drillSeries.compare");
  return (
    <>
      {isCut ? <Notice tone="warning" title={t("cut")} /> : null}
      {faults.length === 0 ? (
        <EmptyState title={t("emptyTitle")} icon={<Flame aria-hidden />}>
          {t("empty")}
        </EmptyState>
      ) : null}
      {faults.map((one) => (
        <Fault key={JSON.stringify(one.fault)} clusterId={clusterId} compared={one} />
      ))}
      {untested === 0 ? null : <p className="text-ink-muted text-sm">{t("untested", { count: untested })}</p>}
    </>
  );
}

/** One fault: what it costs in words, the picture, the figures. */
function Fault({
  clusterId,
  compared,
}: {
  readonly clusterId: string;
  readonly compared: ComparedFault;
}): ReactNode {
  const common = useTranslations("common");
  const text = useMessageText();
  const name = useFaultText()(compared.fault);
  return (
    <section aria-label={name} className="flex flex-col gap-3">
      <h3 className="font-semibold text-base">{name}</h3>
      <ul className="flex flex-col gap-1 text-sm">
        {compared.ways.map(({ endpoint: { address, port }, sentence }) => (
          <li key={`${address} ${port}`}>{text(sentence)}</li>
        ))}
      </ul>
      <Late script={charts} fallback={<SkeletonLines label={common("loading")} lines={6} />}>
        {({ ComparedCharts }) => <ComparedCharts clusterId={clusterId} name={name} compared={compared} />}
      </Late>
      <ComparedTable clusterId={clusterId} name={name} compared={compared} />
    </section>
  );
}
