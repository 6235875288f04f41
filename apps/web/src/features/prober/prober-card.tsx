"use client";

import {
  type Availability,
  availabilityDays,
  type EndpointPurpose,
  type Prober,
  type ProberLane,
  withPort,
} from "@primacy/contract";
import { proberLaneAt, proberLaneOf } from "@primacy/core/prober";
import { Card, DataTable, EmptyState, formatPercent, TONE_STYLES } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Loaded } from "../../client/loaded";
import { useApi } from "../../client/use-api";
import { useMessageText, useReaderLocale } from "../../client/use-locale";
import { useMay } from "../../frame/principal-context";
import { languageTag } from "../../i18n/locale";
import { useEndpoints } from "../endpoint/use-endpoints";
import { formatAvailability } from "./format-availability";
import { ProberOutages } from "./prober-outages";
import { ProberSwitch } from "./prober-switch";

const refreshMs = 5_000;

/** An endpoint with its prober; null: it never had one. */
interface ProberRow {
  readonly address: string;
  readonly port: number;
  readonly name: string;
  /** What it does, or would do, by the endpoint as it is now. */
  readonly lane: ProberLane;
  readonly prober: Prober | null;
  /** The same where what it met is of this lane; null: it did the other one. */
  readonly met: Prober | null;
}

/** The endpoints of a cluster, those that clients write through first: whether each has a prober, and how available it was. */
export function ProberCard({ clusterId }: { readonly clusterId: string }): ReactNode {
  const t = useTranslations("prober");
  const probers = useApi("listProbers", { params: { id: clusterId } }, { refreshMs });
  const { endpoints } = useEndpoints(clusterId);
  return (
    <Loaded query={probers}>
      {({ items }) => {
        const rows = listRows(items, endpoints ?? []);
        return (
          <div className="flex flex-col gap-4">
            <Card title={t("title")} description={t("text")} padding="none">
              <ProberTable clusterId={clusterId} rows={rows} />
            </Card>
            {rows.flatMap(({ met }) =>
              met === null || met.outages.length === 0 ? [] : <ProberOutages key={met.id} prober={met} />,
            )}
          </div>
        );
      }}
    </Loaded>
  );
}

function listRows(
  probers: readonly Prober[],
  endpoints: readonly (Pick<Prober, "address" | "port" | "name" | "way"> & {
    readonly purpose: EndpointPurpose;
  })[],
): readonly ProberRow[] {
  const keyOf = ({ address, port }: Pick<Prober, "address" | "port">): string => withPort(address, port);
  const known = new Set(probers.map(keyOf));
  const rows: readonly ProberRow[] = [
    ...probers.map((prober) => {
      const lane = proberLaneAt(endpoints, prober) ?? prober.lane;
      return { ...prober, lane, prober, met: lane === prober.lane ? prober : null };
    }),
    ...endpoints
      .filter((one) => !known.has(keyOf(one)))
      .map((one) => ({ ...one, lane: proberLaneOf(one), prober: null, met: null })),
  ];
  const inOrder = (["write", "read"] as const).flatMap((lane) => rows.filter((one) => one.lane === lane));
  // Two endpoints at one place have one prober.
  return inOrder.filter((row, index) => inOrder.findIndex((one) => keyOf(one) === keyOf(row)) === index);
}

function ProberTable({
  clusterId,
  rows,
}: {
  readonly clusterId: string;
  readonly rows: readonly ProberRow[];
}): ReactNode {
  const t = useTranslations("prober");
  const text = useMessageText();
  const mayOperate = useMay("operator");
  return (
    <DataTable
      caption={t("title")}
      rows={rows}
      rowKey={({ address, port }) => withPort(address, port)}
      empty={<EmptyState title={t("none")}>{t("noneText")}</EmptyState>}
      columns={[
        {
          id: "endpoint",
          header: t("endpoint"),
          rowHeader: true,
          cell: ({ address, port, name, prober }) => (
            <span className="flex flex-col">
              <span>{name === address ? null : `${name} `}</span>
              <span className="font-mono text-xs">{withPort(address, port)}</span>
              {prober?.isOn === true && prober.obstacle !== null ? (
                <span className={`text-xs ${TONE_STYLES.warning.ink}`}>{text(prober.obstacle)}</span>
              ) : null}
            </span>
          ),
        },
        { id: "lane", header: t("does"), cell: ({ lane }) => t(`lanes.${lane}`) },
        ...availabilityDays.map((days) => ({
          id: `days${days}`,
          header: t("days", { days }),
          align: "end" as const,
          whole: true,
          cell: ({ met }: ProberRow) => (
            <Share availability={met?.availability.find((one) => one.days === days)} />
          ),
        })),
        {
          id: "on",
          header: t("on"),
          align: "end",
          cell: (row) =>
            mayOperate ? (
              <ProberSwitch clusterId={clusterId} row={row} isOn={row.prober?.isOn ?? false} />
            ) : (
              t(row.prober?.isOn === true ? "on" : "off")
            ),
        },
      ]}
    />
  );
}

/** How available it was, and how much of the time that is known of. */
function Share({ availability }: { readonly availability: Availability | undefined }): ReactNode {
  const t = useTranslations("prober");
  const locale = languageTag[useReaderLocale()];
  if (availability === undefined || availability.available === null)
    return <span className="text-ink-muted">{t("unobserved")}</span>;
  return (
    <span className="flex flex-col">
      <span>{formatAvailability(availability, locale)}</span>
      <span className="text-ink-muted text-xs">
        {t("observed", { share: formatPercent(availability.observed, locale) })}
      </span>
    </span>
  );
}
