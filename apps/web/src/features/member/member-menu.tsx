"use client";

import { MemberAction, type Topology, type TopologyHost, type TopologyMember } from "@primacy/contract";
import { Button, DropdownMenu, IconButton, type MenuItem } from "@primacy/ui";
import { ChevronDown, MoreHorizontal } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { useMay } from "../../frame/principal-context";
import { findHindrance } from "./member-actions";
import { MemberDialog } from "./member-dialog";

/** Properties of {@link MemberMenu}. */
interface MemberMenuProps {
  readonly topology: Topology;
  readonly host: TopologyHost;
  readonly member: TopologyMember;
  /** A button with its name, or one for a table's row. */
  readonly look: "button" | "row";
}

/** Everything that can be done to one member; what cannot be done now says why. */
export function MemberMenu({ topology, host, member, look }: MemberMenuProps): ReactNode {
  const t = useTranslations("member");
  const mayOperate = useMay("operator");
  const [asked, setAsked] = useState<MemberAction | null>(null);
  if (!mayOperate) return null;
  const label = t("actions", { name: host.name });
  const actions = MemberAction.options.map((action): MenuItem => {
    const hindrance = findHindrance(action, { topology, host, member });
    return {
      kind: "action",
      id: action,
      label: t(`${action}.button`),
      onSelect: () => setAsked(action),
      ...(hindrance === null ? {} : { disabledReason: t(`hindrance.${hindrance}`) }),
      ...(action === "stop" ? { danger: true } : {}),
    };
  });
  const primary: MenuItem =
    member.role === "SECONDARY"
      ? {
          kind: "link",
          id: "primary",
          label: t("makePrimary"),
          href: `/clusters/${topology.clusterId}/switchover?to=${member.memberId}`,
        }
      : {
          kind: "action",
          id: "primary",
          label: t("makePrimary"),
          onSelect: () => undefined,
          disabledReason: t(member.role === "PRIMARY" ? "hindrance.isPrimary" : "hindrance.notOnline"),
        };
  return (
    <>
      <DropdownMenu
        trigger={
          look === "row" ? (
            <IconButton size="sm" label={label} icon={<MoreHorizontal aria-hidden />} />
          ) : (
            <Button icon={<ChevronDown aria-hidden />} className="self-start">
              {label}
            </Button>
          )
        }
        {...(look === "row" ? {} : { align: "start" as const })}
        items={[primary, { kind: "separator", id: "actions" }, ...actions]}
      />
      {asked === null ? null : (
        <MemberDialog
          topology={topology}
          host={host}
          member={member}
          action={asked}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}
