"use client";

import type { GtidDifference, GtidRange, MemberCheck } from "@primacy/contract";
import { CheckList, DataTable, KeyValueList } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useMessageText } from "../../client/use-locale";
import { useListMarks } from "../../i18n/list-marks";

/** What a look at a member found: its difference from the group, and each check, what is wrong unfolded. */
export function MemberFindings({ checked }: { readonly checked: MemberCheck }): ReactNode {
  const t = useTranslations("member");
  const wizard = useTranslations("vip.wizard");
  const text = useMessageText();
  const { difference, report } = checked;
  return (
    <>
      {difference === null ? null : <Difference difference={difference} />}
      <CheckList
        label={t("findings")}
        detailLabels={{ evidence: wizard("evidence"), reason: wizard("why"), remedy: wizard("remedy") }}
        checks={report.checks.map((check) => ({
          id: `${check.code} ${check.evidence.code}`,
          title: text(check.title),
          state: check.result,
          stateLabel: wizard(`result.${check.result}`),
          evidence: text(check.evidence),
          ...(check.remedy === null ? {} : { remedy: text(check.remedy) }),
        }))}
      />
    </>
  );
}

function Difference({ difference }: { readonly difference: GtidDifference }): ReactNode {
  const t = useTranslations("member.difference");
  const marks = useListMarks();
  const { missing, errant, donors } = difference;
  return (
    <section className="flex flex-col gap-3">
      <h3 className="font-medium text-sm">{t("title")}</h3>
      <KeyValueList
        items={[
          { key: "missing", label: t("missing"), value: t("count", { count: difference.missingCount }) },
          { key: "errant", label: t("errant"), value: t("count", { count: difference.errantCount }) },
          {
            key: "donors",
            label: t("donors"),
            value: donors.length === 0 ? t("nobody") : donors.join(marks.name),
          },
        ]}
      />
      <Ranges caption={t("errantSet")} ranges={errant} />
      <Ranges caption={t("missingSet")} ranges={missing} />
    </section>
  );
}

function Ranges({
  caption,
  ranges,
}: {
  readonly caption: string;
  readonly ranges: readonly GtidRange[];
}): ReactNode {
  const t = useTranslations("member.difference");
  if (ranges.length === 0) return null;
  return (
    <div className="flex flex-col gap-1">
      <h4 className="text-ink-muted text-xs">{caption}</h4>
      <DataTable
        caption={caption}
        density="compact"
        rows={ranges}
        rowKey={({ uuid, tag }) => `${uuid}:${tag ?? ""}`}
        columns={[
          {
            id: "gtids",
            header: t("gtids"),
            rowHeader: true,
            mono: true,
            cell: ({ uuid, tag, intervals }) =>
              tag === null ? `${uuid}:${intervals}` : `${uuid}:${tag}:${intervals}`,
          },
          { id: "source", header: t("source"), cell: ({ memberName }) => memberName ?? t("groupOrOther") },
          { id: "count", header: t("number"), align: "end", cell: ({ count }) => count },
        ]}
      />
    </div>
  );
}
