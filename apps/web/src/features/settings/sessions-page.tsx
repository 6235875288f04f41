"use client";

import type { Session, SessionSort } from "@primacy/contract";
import { Badge, Button, Card, DataTable } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ListSteps, useAsked, useColumnSort } from "../../client/list-address";
import { Loaded } from "../../client/loaded";
import { Moment } from "../../client/moment";
import { useApi, useApiChange } from "../../client/use-api";
import { sessionQuery } from "./people-queries";

/** Signed-in browsers; each can be ended. */
export function SessionsPage(): ReactNode {
  const t = useTranslations("settings.sessions");
  const query = sessionQuery(useAsked());
  const sessions = useApi("listSessions", { query });
  return (
    <div className="flex flex-col gap-4">
      <Loaded query={sessions}>
        {({ items, nextCursor }) => (
          <>
            <SessionTable sessions={items} sorted={query} />
            <ListSteps label={t("caption")} nextCursor={nextCursor} />
          </>
        )}
      </Loaded>
    </div>
  );
}

function SessionTable({
  sessions,
  sorted,
}: {
  readonly sessions: readonly Session[];
  readonly sorted: ReturnType<typeof sessionQuery>;
}): ReactNode {
  const sortBy = useColumnSort<SessionSort>({ ...sorted, own: "createdAt" });
  const t = useTranslations("settings.sessions");
  const end = useApiChange("endSession", { invalidates: ["listSessions"] });
  return (
    <Card padding="none">
      <DataTable
        caption={t("caption")}
        rows={sessions}
        rowKey={(session) => session.id}
        rowActions={(session) =>
          session.isCurrent ? null : (
            <Button size="sm" variant="ghost" onClick={() => end.mutate({ params: { id: session.id } })}>
              {t("end")}
            </Button>
          )
        }
        columns={[
          {
            id: "user",
            header: t("user"),
            sort: sortBy("userName"),
            rowHeader: true,
            cell: (session) => (
              <span className="flex items-center gap-2">
                {session.userName}
                {session.isCurrent ? <Badge>{t("current")}</Badge> : null}
              </span>
            ),
          },
          {
            id: "address",
            header: t("address"),
            sort: sortBy("address"),
            mono: true,
            cell: (session) => session.address,
          },
          {
            id: "browser",
            header: t("browser"),
            hideBelow: "lg",
            cell: (session) => <span className="line-clamp-1">{session.userAgent}</span>,
          },
          {
            id: "since",
            header: t("since"),
            sort: sortBy("createdAt"),
            hideBelow: "md",
            cell: (session) => <Moment at={session.createdAt} />,
          },
          {
            id: "seen",
            header: t("seen"),
            sort: sortBy("lastSeenAt"),
            cell: (session) => <Moment at={session.lastSeenAt} />,
          },
        ]}
      />
    </Card>
  );
}
