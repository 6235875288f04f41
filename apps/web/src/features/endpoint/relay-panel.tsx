"use client";

import { withPort } from "@primacy/contract";
import { ButtonLink, KeyValueList } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { Relay } from "./draw-relays";
import { EndpointAge, EndpointLogin, EndpointServers, EndpointStanding } from "./endpoint-facts";
import { WrongEndpoints } from "./wrong-endpoints";

/** A proxy of the picture: every port of it, with the server to which it leads. */
export function RelayPanel({
  clusterId,
  relay,
}: {
  readonly clusterId: string;
  readonly relay: Relay;
}): ReactNode {
  const t = useTranslations("endpoint");
  return (
    <div className="flex flex-col gap-6">
      <WrongEndpoints endpoints={relay.ways} />
      {relay.ways.map(({ way, address, port, health }) => (
        <section key={way} aria-label={t(`way.${way}`)} className="flex flex-col gap-2">
          <h3 className="font-medium text-sm">{t(`way.${way}`)}</h3>
          <KeyValueList
            items={[
              { key: "name", label: t("name"), value: withPort(address, port), mono: true },
              { key: "leadsTo", label: t("leadsTo"), value: <EndpointServers health={health} /> },
              { key: "state", label: t("state"), value: <EndpointStanding endpoint={{ way, health }} /> },
              { key: "login", label: t("login"), value: <EndpointLogin health={health} /> },
              { key: "age", label: t("age"), value: <EndpointAge health={health} /> },
            ]}
          />
        </section>
      ))}
      <ButtonLink href={`/clusters/${clusterId}/proxies`} className="self-start">
        {t("proxies")}
      </ButtonLink>
    </div>
  );
}
