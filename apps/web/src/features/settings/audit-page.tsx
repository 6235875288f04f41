"use client";

import { type AuditEntry, type AuditSort, AuditTargetKind } from "@primacy/contract";
import { Button, Card, DataTable, Field, Input } from "@primacy/ui";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { ListSteps, useAsked, useColumnSort, useFilterAddress } from "../../client/list-address";
import { Loaded } from "../../client/loaded";
import { Moment } from "../../client/moment";
import { useApi } from "../../client/use-api";
import { auditQuery } from "./audit-query";

/** Who did what to what, newest first; filtered, sorted and paged through the address of the page. */
export function AuditPage(): ReactNode {
  const t = useTranslations("settings.audit");
  const query = auditQuery(useAsked());
  const audit = useApi("listAudit", { query });
  const { actor = "", action = "" } = query;
  return (
    <div className="flex flex-col gap-4">
      <AuditFilter key={`${actor} ${action}`} actor={actor} action={action} />
      <Loaded query={audit}>
        {({ items, nextCursor }) => (
          <>
            <Card padding="none">
              <Entries entries={items} sorted={query} />
            </Card>
            <ListSteps label={t("caption")} nextCursor={nextCursor} />
          </>
        )}
      </Loaded>
    </div>
  );
}

function AuditFilter(asked: { readonly actor: string; readonly action: string }): ReactNode {
  const t = useTranslations("settings.audit");
  const filter = useFilterAddress();
  const [actor, setActor] = useState(asked.actor);
  const [action, setAction] = useState(asked.action);
  return (
    <form
      className="flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        filter({ actor: actor.trim(), action: action.trim() });
      }}
    >
      <Field label={t("who")} className="w-48">
        <Input name="actor" value={actor} onChange={(event) => setActor(event.target.value)} />
      </Field>
      <Field label={t("action")} className="w-48">
        <Input
          mono
          name="action"
          placeholder="vip.apply"
          value={action}
          onChange={(event) => setAction(event.target.value)}
        />
      </Field>
      <Button type="submit">{t("filter")}</Button>
      {asked.actor === "" && asked.action === "" ? null : (
        <Button variant="ghost" onClick={() => filter({ actor: null, action: null })}>
          {t("showAll")}
        </Button>
      )}
    </form>
  );
}

function Entries({
  entries,
  sorted,
}: {
  readonly entries: readonly AuditEntry[];
  readonly sorted: ReturnType<typeof auditQuery>;
}): ReactNode {
  const sortBy = useColumnSort<AuditSort>({ ...sorted, own: "at" });
  const t = useTranslations("settings.audit");
  return (
    <DataTable
      caption={t("caption")}
      density="compact"
      rows={entries}
      rowKey={(entry) => entry.id}
      empty={t("empty")}
      columns={[
        { id: "at", header: t("at"), sort: sortBy("at"), cell: (entry) => <Moment at={entry.at} /> },
        { id: "who", header: t("who"), sort: sortBy("actorName"), cell: (entry) => entry.actorName },
        {
          id: "action",
          header: t("action"),
          sort: sortBy("action"),
          rowHeader: true,
          mono: true,
          cell: (entry) => entry.action,
        },
        {
          id: "target",
          header: t("target"),
          cell: (entry) => <Target entry={entry} />,
        },
        {
          id: "from",
          header: t("from"),
          mono: true,
          hideBelow: "md",
          cell: (entry) => entry.address ?? "–",
        },
      ]}
    />
  );
}

/** What it was done to: its kind in the reader's words, and its name as it is. */
function Target({ entry }: { readonly entry: AuditEntry }): ReactNode {
  const t = useTranslations("settings.audit.kind");
  const kind = AuditTargetKind.safeParse(entry.targetKind);
  const name = entry.targetName ?? entry.targetId ?? "";
  return (
    <>
      <span className="text-ink-muted">{kind.success ? t(kind.data) : entry.targetKind}</span> {name}
    </>
  );
}
