"use client";

import { type Host, type HostFacts, withPort } from "@primacy/contract";
import { Card, formatBytes, type KeyValue, KeyValueList, Link, PageHeader, StatusPip } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Loaded } from "../../client/loaded";
import { Moment } from "../../client/moment";
import { useApi } from "../../client/use-api";
import { useReaderLocale } from "../../client/use-locale";
import { useListMarks } from "../../i18n/list-marks";
import { languageTag } from "../../i18n/locale";
import { OperationTable } from "../operation/operation-table";
import { agentTone } from "./agent-tone";
import { FailedUndos } from "./failed-undos";
import { HostActions } from "./host-actions";
import { HostKeyCheck } from "./host-key";
import { OperatorState } from "./operator-state";

/** One host: its agent, its system as last tested, and what was done on it. */
export function HostPage({ id }: { readonly id: string }): ReactNode {
  const t = useTranslations("host");
  const host = useApi("getHost", { params: { id } }, { refreshMs: 5_000 });
  return (
    <Loaded query={host}>
      {(value) => (
        <div className="flex flex-col gap-6">
          <PageHeader
            title={value.name}
            parent={<Link href="/hosts">{t("title")}</Link>}
            badges={
              <StatusPip tone={agentTone[value.agentState]} label={t(`agentState.${value.agentState}`)} />
            }
            actions={<HostActions host={value} />}
          />
          <FailedUndos host={value} />
          <div className="grid gap-6 lg:grid-cols-2">
            <Card title={t("agent")}>
              <Connection host={value} />
            </Card>
            <Card title={t("facts")}>
              {value.facts === null ? (
                <p className="text-ink-muted text-sm">{t("notTested")}</p>
              ) : (
                <Facts facts={value.facts} />
              )}
            </Card>
          </div>
          <Card title={t("operations")} padding="none">
            <OperationTable query={{ hostId: id, effect: "all", limit: 20 }} />
          </Card>
        </div>
      )}
    </Loaded>
  );
}

function Connection({ host }: { readonly host: Host }): ReactNode {
  const t = useTranslations("host");
  const common = useTranslations("common");
  const credential = host.hasCredential ? t(`credentials.${host.credentialKind}`) : t("credentialForgotten");
  const items: KeyValue[] = [
    { key: "address", label: t("address"), value: withPort(host.agentAddress, host.agentPort), mono: true },
    { key: "version", label: t("version"), value: host.agentVersion ?? common("none"), mono: true },
    {
      key: "seen",
      label: t("seen"),
      value: host.agentSeenAt === null ? common("never") : <Moment at={host.agentSeenAt} />,
    },
    {
      key: "certificate",
      label: t("certificate"),
      value: host.certificateExpiresAt === null ? common("none") : <Moment at={host.certificateExpiresAt} />,
    },
    ...(host.agentState === "none"
      ? []
      : [{ key: "operator", label: t("operator.title"), value: <OperatorState host={host} /> }]),
    {
      key: "ssh",
      label: t("ssh"),
      value: `${host.sshUser}@${withPort(host.address, host.sshPort)}`,
      mono: true,
    },
    { key: "credential", label: t("credential"), value: credential },
    { key: "key", label: t("hostKey"), value: <HostKeyCheck host={host} /> },
  ];
  return <KeyValueList items={items} />;
}

function Facts({ facts }: { readonly facts: HostFacts }): ReactNode {
  const t = useTranslations("host");
  const common = useTranslations("common");
  const locale = languageTag[useReaderLocale()];
  const marks = useListMarks();
  const tools = [facts.hasIproute && "ip", facts.hasNft && "nft", facts.hasArping && "arping"]
    .filter(Boolean)
    .join(marks.name);
  return (
    <KeyValueList
      items={[
        { key: "os", label: t("os"), value: facts.os },
        { key: "kernel", label: t("kernel"), value: `${facts.kernel} ${facts.architecture}`, mono: true },
        { key: "privilege", label: t("privilege"), value: t(`privileges.${facts.privilege}`) },
        {
          key: "mysql",
          label: t("mysql"),
          value:
            facts.mysql.length === 0
              ? common("none")
              : facts.mysql
                  .map((one) =>
                    t("mysqlServer", {
                      version: one.version ?? common("unknown"),
                      port: String(one.port ?? common("unknown")),
                    }),
                  )
                  .join(marks.entry),
        },
        {
          key: "nics",
          label: t("nics"),
          value: facts.nics.map((nic) => (
            <span key={nic.name} className="block">
              {[nic.name, ...nic.addresses].join(" ")}
            </span>
          )),
          mono: true,
        },
        { key: "tools", label: t("tools"), value: tools === "" ? common("none") : tools, mono: true },
        {
          key: "free",
          label: t("free"),
          value: facts.freeBytes === null ? common("unknown") : formatBytes(facts.freeBytes, locale),
        },
        { key: "tested", label: t("tested"), value: <Moment at={facts.testedAt} /> },
      ]}
    />
  );
}
