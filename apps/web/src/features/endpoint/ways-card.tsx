"use client";

import { type MeasuredEndpoint, withPort } from "@primacy/contract";
import { Button, Card, ConfirmDialog, type DataColumn, DataTable, IconButton } from "@primacy/ui";
import { Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { Loaded } from "../../client/loaded";
import { useApiChange } from "../../client/use-api";
import { useMay } from "../../frame/principal-context";
import { AddEndpoint } from "./add-endpoint";
import { EndpointAge, EndpointLogin, EndpointServers, EndpointStanding } from "./endpoint-facts";
import type { LoadedEndpoints } from "./use-endpoints";

/** In the place of the ways until they are loaded, and where they cannot be: no alarm is heard of then. */
export function WaysLoading({ query }: Pick<LoadedEndpoints, "query">): ReactNode {
  const t = useTranslations("endpoint");
  return (
    <Card title={t("title")} description={t("text")}>
      <Loaded query={query}>{() => null}</Loaded>
    </Card>
  );
}

/** Every way to the database, with the server to which it leads now. */
export function WaysCard({
  clusterId,
  endpoints,
}: {
  readonly clusterId: string;
  readonly endpoints: readonly MeasuredEndpoint[];
}): ReactNode {
  const t = useTranslations("endpoint");
  const mayOperate = useMay("operator");
  const [isAdding, setAdding] = useState(false);
  return (
    <Card
      title={t("title")}
      description={t("text")}
      padding="none"
      actions={
        mayOperate ? (
          <Button size="sm" onClick={() => setAdding(true)}>
            {t("add")}
          </Button>
        ) : undefined
      }
    >
      <DataTable<MeasuredEndpoint>
        caption={t("title")}
        rows={endpoints}
        rowKey={({ way, address, port }) => `${way} ${withPort(address, port)}`}
        columns={useColumns()}
        {...(mayOperate && endpoints.some(({ customId }) => customId !== null)
          ? { rowActions: (endpoint) => <Forget clusterId={clusterId} endpoint={endpoint} /> }
          : {})}
      />
      {isAdding ? <AddEndpoint clusterId={clusterId} onClose={() => setAdding(false)} /> : null}
    </Card>
  );
}

function useColumns(): readonly DataColumn<MeasuredEndpoint>[] {
  const t = useTranslations("endpoint");
  return [
    { id: "name", header: t("name"), rowHeader: true, cell: (one) => <Name endpoint={one} /> },
    { id: "kind", header: t("kind"), cell: (one) => <Kind endpoint={one} /> },
    { id: "leadsTo", header: t("leadsTo"), cell: ({ health }) => <EndpointServers health={health} /> },
    { id: "state", header: t("state"), cell: (one) => <EndpointStanding endpoint={one} /> },
    {
      id: "login",
      header: t("login"),
      align: "end",
      cell: ({ health }) => <EndpointLogin health={health} />,
    },
    { id: "age", header: t("age"), whole: true, cell: ({ health }) => <EndpointAge health={health} /> },
  ];
}

/** A name that is no address stands above it. */
function Name({ endpoint: { name, address, port } }: { readonly endpoint: MeasuredEndpoint }): ReactNode {
  const place = withPort(address, port);
  if (name === address) return <span className="font-mono">{place}</span>;
  return (
    <span className="flex flex-col">
      <span>{name}</span>
      <span className="font-mono font-normal text-ink-muted text-xs">{place}</span>
    </span>
  );
}

function Kind({ endpoint: { way, purpose } }: { readonly endpoint: MeasuredEndpoint }): ReactNode {
  const t = useTranslations("endpoint");
  if (way !== "custom" || purpose === "any") return t(`way.${way}`);
  return t("customFor", { purpose: t(`purposeOption.${purpose}`) });
}

function Forget({
  clusterId,
  endpoint: { customId, name },
}: {
  readonly clusterId: string;
  readonly endpoint: MeasuredEndpoint;
}): ReactNode {
  const t = useTranslations("endpoint");
  const common = useTranslations("common");
  const [isAsked, setAsked] = useState(false);
  const remove = useApiChange("removeEndpoint", { invalidates: ["listEndpoints"] });
  if (customId === null) return null;
  return (
    <>
      <IconButton
        size="sm"
        label={t("remove", { name })}
        icon={<Trash2 aria-hidden />}
        onClick={() => setAsked(true)}
      />
      <ConfirmDialog
        open={isAsked}
        onOpenChange={setAsked}
        title={t("removeTitle", { name })}
        description={t("removeText")}
        confirmLabel={t("removeConfirm")}
        cancelLabel={common("cancel")}
        pending={remove.isPending}
        onConfirm={() => remove.mutate({ params: { id: clusterId, endpointId: customId } })}
      />
    </>
  );
}
