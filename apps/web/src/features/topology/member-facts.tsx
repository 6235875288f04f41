"use client";

import type { RoleSince, Topology, TopologyHost, TopologyMember } from "@primacy/contract";
import { isLost } from "@primacy/core/topology";
import { type KeyValue, KeyValueList } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useMomentText } from "../../client/moment";
import { MemberMenu } from "../member/member-menu";
import { describeRole, describeState } from "./belief-words";
import { Messages } from "./messages";
import { useTopologyTexts } from "./topology-texts";

/** Pictures of a cluster are a second apart at most; what lies further apart was not watched in between. */
const watchedGapMs = 10_000;

/** One member in the panel of its host: what its group says of it, what is proved of its server, and what can be done. */
export function MemberFacts({
  topology,
  host,
  member,
}: {
  readonly topology: Topology;
  readonly host: TopologyHost;
  readonly member: TopologyMember;
}): ReactNode {
  const t = useTranslations("topology");
  const members = useTranslations("cluster.members");
  const texts = useTopologyTexts();
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-medium text-sm">{t("member")}</h3>
      <KeyValueList
        items={[
          { key: "role", label: members("role"), value: describeRole(member, texts) },
          { key: "state", label: members("state"), value: describeState(member, texts).label },
          ...useSince(member),
          { key: "version", label: members("version"), value: member.version ?? texts.unknown, mono: true },
          {
            key: "queue",
            label: members("queue"),
            value: `${member.certifyQueue ?? "–"} / ${member.applyQueue ?? "–"}`,
          },
          {
            key: "lag",
            label: members("lag"),
            value: member.appliedLagMs === null ? "–" : texts.duration(member.appliedLagMs),
          },
          { key: "uuid", label: members("uuid"), value: member.serverUuid, mono: true },
        ]}
      />
      <Messages title={t("evidence")} texts={member.disagreements.map(texts.message)} />
      <MemberMenu topology={topology} host={host} member={member} look="button" />
    </section>
  );
}

/** Since when its server has not answered; of one that does, since when it has had its role, where that was seen. */
function useSince({ server, lostSince, roleSince }: TopologyMember): readonly KeyValue[] {
  const t = useTranslations("topology");
  const moment = useMomentText();
  if (isLost(server)) {
    const state = t(`server.${server}`);
    const value = lostSince === null ? state : t("lostSince", { state, time: moment(lostSince) });
    return [{ key: "server", label: t("serverItself"), value }];
  }
  const value = tellRole(roleSince, t, moment);
  return value === null ? [] : [{ key: "since", label: t("roleChange"), value }];
}

function tellRole(
  since: RoleSince | null,
  t: ReturnType<typeof useTranslations<"topology">>,
  moment: (at: string) => string,
): string | null {
  if (since === null || since.at === null) return null;
  const { role, at, after } = since;
  const isWatched = after === null || Date.parse(at) - Date.parse(after) <= watchedGapMs;
  return isWatched
    ? t("roleSince", { role, time: moment(at) })
    : t("roleBetween", { role, from: moment(after), to: moment(at) });
}
