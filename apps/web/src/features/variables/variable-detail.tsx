"use client";

import type { VariableCell, VariableRow, VariablesMember } from "@primacy/contract";
import { KeyValueList } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useMomentText } from "../../client/moment";

type Words = ReturnType<typeof useTranslations<"variables">>;

const natureTexts = { equal: "equalText", role: "roleText", own: "ownText" } as const;

/** Where each member has the value of a variable from, and what its next start gives. */
export function VariableDetail({
  row,
  members,
}: {
  readonly row: VariableRow;
  readonly members: readonly VariablesMember[];
}): ReactNode {
  const t = useTranslations("variables");
  const moment = useMomentText();
  const told = members.flatMap((member, place) => {
    const cell = row.cells[place] ?? null;
    return cell === null ? [] : [{ member, lines: linesOf(t, cell, moment) }];
  });
  return (
    <div className="flex flex-col gap-1 bg-sunken px-4 py-3">
      <p className="text-ink-muted text-xs">{t(natureTexts[row.nature])}</p>
      <KeyValueList
        items={told.map(({ member: { memberId, name }, lines }) => ({
          key: memberId,
          label: name,
          value: (
            <ul className="flex flex-col gap-0.5 text-xs leading-5">
              {lines.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          ),
        }))}
      />
    </div>
  );
}

function linesOf(t: Words, cell: VariableCell, moment: (at: string) => string): readonly string[] {
  const { source, path, setAt, setBy } = cell;
  const from = t(`source.${source ?? "unknown"}`, { path: path ?? "" });
  const at = setAt === null ? null : moment(setAt);
  const since =
    at === null ? null : setBy === null ? t("setAt", { at }) : t("setAtBy", { at, account: setBy });
  const next = nextOf(t, cell);
  return [since === null ? from : t("memberSince", { from, since }), ...(next === null ? [] : [next])];
}

function nextOf(t: Words, { next }: VariableCell): string | null {
  if (next.kind === "none") return null;
  if (next.kind === "unknown") return t("next.unknown");
  if (next.kind === "default")
    return next.value === null
      ? t("next.defaultUnknown")
      : t("next.default", { value: shown(t, next.value) });
  const value = shown(t, next.value);
  if (next.place !== "file") return t(`next.${next.place}`, { value });
  if (next.path === null) return t("next.rootFile", { value });
  return t("next.file", { value, path: next.path, line: String(next.line ?? "") });
}

function shown(t: Words, value: string): string {
  return value === "" ? t("empty") : value;
}
