"use client";

import type { ClusterEndpoint, DrillSeriesRequest } from "@primacy/contract";
import { Button, Card, ConfirmDialog, Field, Input } from "@primacy/ui";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { Loaded } from "../../../client/loaded";
import { joinSentences } from "../../../client/sentences";
import { useApi, useApiChange } from "../../../client/use-api";
import { useErrorTexts } from "../../../client/use-error-texts";
import { useTopology } from "../../../client/use-topology";
import { listReadWays, listWays } from "../../drill/form/drill-draft";
import { LostWays } from "../../drill/form/lost-ways";
import { ReadFields } from "../../drill/form/read-fields";
import { NotAllowed } from "../../drill/not-allowed";
import { FaultFields, type PartProps, WayFields } from "./choice-fields";
import { ScheduleFields } from "./schedule-fields";
import { emptySeriesDraft, findWrong, type SeriesDraft, type SeriesField, toSeries } from "./series-draft";

/** Orders a series: which faults, how often, through which endpoints, when; and the cluster's name before it. */
export function NewSeries({ clusterId }: { readonly clusterId: string }): ReactNode {
  const cluster = useApi("getCluster", { params: { id: clusterId } });
  const endpoints = useApi("listEndpoints", { params: { id: clusterId } });
  const primary = useTopology(clusterId).data?.primaryMemberId ?? null;
  return (
    <Loaded query={cluster}>
      {({ name, drillObjectiveMs }) => (
        <Loaded query={endpoints}>
          {({ items }) => (
            <div className="flex max-w-3xl flex-col gap-4">
              <NotAllowed clusterId={clusterId} />
              <Form
                clusterId={clusterId}
                clusterName={name}
                objectiveMs={drillObjectiveMs}
                ways={listWays(items, primary)}
                reads={listReadWays(items, primary)}
              />
            </div>
          )}
        </Loaded>
      )}
    </Loaded>
  );
}

interface FormProps {
  readonly clusterId: string;
  readonly clusterName: string;
  readonly objectiveMs: number;
  readonly ways: readonly ClusterEndpoint[];
  /** Those that are only read through. */
  readonly reads: readonly ClusterEndpoint[];
}

function Form({ clusterId, clusterName, objectiveMs, ways, reads }: FormProps): ReactNode {
  const t = useTranslations("drillSeries.form");
  const [draft, setDraft] = useState(() => emptySeriesDraft(ways, objectiveMs, zoneOfReader()));
  const [isTold, setTold] = useState(false);
  const [asked, setAsked] = useState<DrillSeriesRequest | null>(null);
  const now = new Date();
  const wrong = findWrong(draft, ways, reads, now);
  const told: ReadonlySet<SeriesField> = isTold ? wrong : new Set();
  const change = (next: Partial<SeriesDraft>): void => setDraft((before) => ({ ...before, ...next }));
  return (
    <Card title={t("title")}>
      <form
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          setTold(true);
          if (wrong.size === 0) setAsked(toSeries(draft, ways, reads));
        }}
      >
        <FigureFields draft={draft} onDraft={change} told={told} />
        <FaultFields draft={draft} onDraft={change} isWrong={told.has("faults")} ways={ways} />
        <div>
          <LostWays ways={ways} reads={reads} draft={draft} />
          <WayFields draft={draft} onDraft={change} isWrong={told.has("endpoints")} ways={ways} />
        </div>
        <ReadFields
          ways={reads}
          chosen={draft.readEndpoints}
          onChosen={(readEndpoints) => change({ readEndpoints })}
          error={told.has("readEndpoints") ? t("problems.readEndpoints") : null}
        />
        <ScheduleFields
          draft={draft}
          onDraft={change}
          // The next rounds stand beside it: what is wrong with the time is told while it is typed.
          wrong={new Set([...told, ...[...wrong].filter((one) => timeFields.has(one))])}
          now={now}
        />
        <Button type="submit" variant="primary" className="self-start">
          {t("order")}
        </Button>
      </form>
      <Confirm
        clusterId={clusterId}
        clusterName={clusterName}
        asked={asked}
        onClose={() => setAsked(null)}
        onDone={() => {
          setAsked(null);
          setTold(false);
          change({ name: "" });
        }}
      />
    </Card>
  );
}

const timeFields: ReadonlySet<SeriesField> = new Set(["cron", "timeZone", "window"]);

function zoneOfReader(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

function FigureFields({
  draft,
  onDraft,
  told,
}: PartProps & { readonly told: ReadonlySet<SeriesField> }): ReactNode {
  const t = useTranslations("drillSeries.form");
  const fields = ["name", "runs", "objective"] as const;
  return (
    <div className="grid items-start gap-4 sm:grid-cols-3">
      {fields.map((field) => (
        <Field key={field} label={t(field)} errors={told.has(field) ? [t(`problems.${field}`)] : []}>
          <Input
            {...(field === "name" ? {} : { inputMode: "decimal" })}
            value={draft[field]}
            onChange={(event) => onDraft({ [field]: event.target.value })}
          />
        </Field>
      ))}
    </div>
  );
}

/** The cluster's name is asked for: what is ordered here hits servers without anybody asking again. */
function Confirm({
  clusterId,
  clusterName,
  asked,
  onClose,
  onDone,
}: Pick<FormProps, "clusterId" | "clusterName"> & {
  readonly asked: DrillSeriesRequest | null;
  readonly onClose: () => void;
  readonly onDone: () => void;
}): ReactNode {
  const t = useTranslations("drillSeries.form");
  const common = useTranslations("common");
  const order = useApiChange("createDrillSeries", {
    invalidates: ["listDrillSeries"],
    onSuccess: onDone,
    shows: "failures",
  });
  const errors = useErrorTexts()(order.error);
  const count = asked === null ? 0 : asked.faults.length * asked.runs;
  const consequence = asked?.schedule == null ? "consequence" : "consequenceTimed";
  return (
    <ConfirmDialog
      open={asked !== null}
      onOpenChange={(isOpen) => {
        if (isOpen) return;
        order.reset();
        onClose();
      }}
      title={t("confirmTitle", { name: clusterName })}
      consequence={{ title: t(consequence, { count, name: clusterName }), detail: t("consequenceText") }}
      typeToConfirm={{ text: clusterName, label: t("typeName", { name: clusterName }) }}
      confirmLabel={t("order")}
      cancelLabel={common("cancel")}
      variant="danger"
      pending={order.isPending}
      {...(errors.length === 0 ? {} : { error: joinSentences(errors) })}
      onConfirm={() => {
        if (asked !== null)
          order.mutate({ params: { id: clusterId }, body: { ...asked, confirm: clusterName } });
      }}
    />
  );
}
