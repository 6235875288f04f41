"use client";

import { Badge, Button, Card, DataTable } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Loaded } from "../../client/loaded";
import { Moment } from "../../client/moment";
import { useApi, useApiChange } from "../../client/use-api";

/** Signed-in browsers; each can be ended. */
export function SessionsPage(): ReactNode {
  const t = useTranslations("settings.sessions");
  const sessions = useApi("listSessions", { query: { limit: 200 } });
  const end = useApiChange("endSession", { invalidates: ["listSessions"] });
  return (
    <Loaded query={sessions}>
      {({ items }) => (
        <Card padding="none">
          <DataTable
            caption={t("caption")}
            rows={items}
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
                rowHeader: true,
                cell: (session) => (
                  <span className="flex items-center gap-2">
                    {session.userName}
                    {session.isCurrent ? <Badge>{t("current")}</Badge> : null}
                  </span>
                ),
              },
              { id: "address", header: t("address"), mono: true, cell: (session) => session.address },
              {
                id: "browser",
                header: t("browser"),
                hideBelow: "lg",
                cell: (session) => <span className="line-clamp-1">{session.userAgent}</span>,
              },
              {
                id: "since",
                header: t("since"),
                hideBelow: "md",
                cell: (session) => <Moment at={session.createdAt} />,
              },
              { id: "seen", header: t("seen"), cell: (session) => <Moment at={session.lastSeenAt} /> },
            ]}
          />
        </Card>
      )}
    </Loaded>
  );
}
