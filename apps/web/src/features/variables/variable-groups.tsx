"use client";

import type { VariableRow, VariablesMember, VariablesReading } from "@primacy/contract";
import { Card, type DataColumn, DataTable } from "@primacy/ui";
import { ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { VariableDetail } from "./variable-detail";
import { VariableValue } from "./variable-value";

const nameWidthPercent = 34;

/** A table for each group: a row for each variable, a column for each member; below a row that is opened, where its values are from. */
export function VariableGroups({
  members,
  groups,
}: {
  readonly members: readonly VariablesMember[];
  readonly groups: VariablesReading["groups"];
}): ReactNode {
  const t = useTranslations("variables");
  const [opened, setOpened] = useState<string | null>(null);
  const columns: readonly DataColumn<VariableRow>[] = [
    {
      id: "variable",
      header: t("variable"),
      rowHeader: true,
      width: `${nameWidthPercent}%`,
      cell: ({ name }) => (
        <VariableName
          name={name}
          isOpened={name === opened}
          onToggle={() => setOpened(name === opened ? null : name)}
        />
      ),
    },
    ...members.map(
      (member, place): DataColumn<VariableRow> => ({
        id: member.memberId,
        header:
          member.role === null
            ? member.name
            : t("header", { name: member.name, role: t(`role.${member.role}`) }),
        width: `${(100 - nameWidthPercent) / members.length}%`,
        cell: ({ cells }) => <VariableValue cell={cells[place] ?? null} isRead={member.problem === null} />,
      }),
    ),
  ];
  return groups.map(({ group, rows }) => (
    <Card key={group} title={t(`group.${group}`)} description={t(`groupText.${group}`)} padding="none">
      <DataTable
        caption={t(`group.${group}`)}
        columns={columns}
        rows={rows}
        rowKey={({ name }) => name}
        rowDetail={(row) => (row.name === opened ? <VariableDetail row={row} members={members} /> : null)}
        density="compact"
      />
    </Card>
  ));
}

function VariableName(props: {
  readonly name: string;
  readonly isOpened: boolean;
  readonly onToggle: () => void;
}): ReactNode {
  const t = useTranslations("variables");
  const { name, isOpened, onToggle } = props;
  return (
    <button
      type="button"
      aria-expanded={isOpened}
      title={t("show")}
      onClick={onToggle}
      className="flex items-start gap-1 rounded-sm text-start font-mono font-normal text-xs hover:text-accent-ink"
    >
      <ChevronRight
        aria-hidden
        className={isOpened ? "mt-0.5 size-3 shrink-0 rotate-90" : "mt-0.5 size-3 shrink-0"}
      />
      <span className="[overflow-wrap:anywhere]">{name}</span>
    </button>
  );
}
