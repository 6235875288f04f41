"use client";

import type { VariablesMember, VariablesReading } from "@primacy/contract";
import { Age, Button, EmptyState, Input, Notice, SegmentedControl, SkeletonLines } from "@primacy/ui";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { useErrorTexts } from "../../client/use-error-texts";
import { useMessageText } from "../../client/use-locale";
import { useNow } from "../../client/use-now";
import { OperationProblem } from "../operation/operation-page";
import { useTopologyTexts } from "../topology/topology-texts";
import { countRows, filterRows, type RowFilter, rowFilters } from "./filter-rows";
import { ReadVipsCard } from "./read-vips-card";
import { useReading } from "./use-reading";
import { VariableGroups } from "./variable-groups";

/** What every member's server runs with and what its next start gives, read as the page opens. */
export function VariablesPage({ clusterId }: { readonly clusterId: string }): ReactNode {
  const t = useTranslations("variables");
  const { reading, starter, again } = useReading(clusterId);
  const errors = useErrorTexts()(starter.error);
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <p className="max-w-prose text-ink-muted text-sm">{t("intro")}</p>
        <div className="flex items-center gap-3">
          {reading === null ? null : <ReadAge readAt={reading.readAt} />}
          <Button size="sm" loading={starter.isUnderWay} onClick={again}>
            {t("again")}
          </Button>
        </div>
      </div>
      {starter.operation === undefined ? null : <OperationProblem operation={starter.operation} />}
      {errors.length === 0 ? null : <Notice tone="failed" title={errors.join(" ")} />}
      {reading === null ? (
        starter.isUnderWay && <SkeletonLines label={t("reading")} />
      ) : (
        <Reading clusterId={clusterId} reading={reading} />
      )}
    </div>
  );
}

function ReadAge({ readAt }: { readonly readAt: string }): ReactNode {
  const t = useTranslations("variables");
  const { age } = useTopologyTexts();
  const nowMs = useNow(true);
  if (nowMs === null) return null;
  const ageMs = Math.max(0, nowMs - Date.parse(readAt));
  return <Age label={t("readAgo", { age: age(ageMs, false) })} dateTime={readAt} />;
}

function Reading({
  clusterId,
  reading,
}: {
  readonly clusterId: string;
  readonly reading: VariablesReading;
}): ReactNode {
  const t = useTranslations("variables");
  const [filter, setFilter] = useState<RowFilter>("all");
  const [search, setSearch] = useState("");
  const counts = countRows(reading);
  const shown = filterRows(reading.groups, filter, search);
  return (
    <>
      <MemberProblems title={t("notRead")} members={reading.members} problemOf={({ problem }) => problem} />
      <MemberProblems
        title={t("nextUnknown")}
        members={reading.members}
        problemOf={({ nextProblem }) => nextProblem}
      />
      <ReadVipsCard clusterId={clusterId} reading={reading} />
      <div className="flex flex-wrap items-center gap-3">
        <SegmentedControl
          label={t("filterLabel")}
          segments={rowFilters.map((value) => ({
            value,
            label: t(`filter.${value}`, { count: String(counts[value]) }),
          }))}
          value={filter}
          onValueChange={(value) => setFilter(rowFilters.find((one) => one === value) ?? "all")}
          className="max-w-full overflow-x-auto whitespace-nowrap"
        />
        <Input
          type="search"
          aria-label={t("search")}
          placeholder={t("search")}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
          className="w-full sm:w-72"
        />
      </div>
      {shown.length === 0 ? (
        <Nothing filter={search === "" ? filter : "all"} />
      ) : (
        <VariableGroups members={reading.members} groups={shown} />
      )}
    </>
  );
}

function Nothing({ filter }: { readonly filter: RowFilter }): ReactNode {
  const t = useTranslations("variables");
  if (filter === "differs") return <EmptyState title={t("calm")}>{t("calmText")}</EmptyState>;
  if (filter === "drift") return <EmptyState title={t("kept")}>{t("keptText")}</EmptyState>;
  return <EmptyState title={t("nothing")}>{t("nothingText")}</EmptyState>;
}

/** The members that something is wrong with, each with the reason; nothing where there are none. */
function MemberProblems({
  title,
  members,
  problemOf,
}: {
  readonly title: string;
  readonly members: readonly VariablesMember[];
  readonly problemOf: (member: VariablesMember) => VariablesMember["problem"];
}): ReactNode {
  const t = useTranslations("variables");
  const text = useMessageText();
  const told = members.flatMap((member) => {
    const problem = problemOf(member);
    return problem === null ? [] : [{ member, reason: text(problem) }];
  });
  if (told.length === 0) return null;
  return (
    <Notice tone="unknown" title={title}>
      <ul className="flex flex-col gap-0.5">
        {told.map(({ member: { memberId, name }, reason }) => (
          <li key={memberId}>{t("memberReason", { name, reason })}</li>
        ))}
      </ul>
    </Notice>
  );
}
