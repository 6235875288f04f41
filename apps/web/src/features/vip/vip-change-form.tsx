"use client";

import type { Cluster } from "@primacy/contract";
import { Field, Input, WholeEnd } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { inHostOrder } from "../cluster/in-host-order";
import { ConnectionPolicyField } from "./connection-policy-field";
import { ReadRulesFields } from "./read-rules-fields";
import { useVipErrors } from "./use-vip-errors";
import type { VipPlanning } from "./use-vip-planning";
import { VipAddressFields } from "./vip-address-fields";
import { toVipRequest, type VipDraft } from "./vip-draft";

/** Address, prefix, port, what a read VIP goes by, the interface of every host, and what becomes of connections. */
export function VipChangeForm({
  id,
  draft,
  members,
  planning,
  onChange,
  onSubmit,
}: {
  readonly id: string;
  readonly draft: VipDraft;
  readonly members: Cluster["members"];
  /** What was asked about the form as it stands. */
  readonly planning: Pick<VipPlanning, "checking" | "report">;
  readonly onChange: (draft: VipDraft) => void;
  readonly onSubmit: () => void;
}): ReactNode {
  const t = useTranslations("vip");
  const { checking, report } = planning;
  const { errors, tell } = useVipErrors(draft, toVipRequest(draft), { problem: checking.problem, report });
  return (
    <form
      id={id}
      className="flex flex-col gap-4"
      onBlur={tell}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <VipAddressFields draft={draft} errors={errors} onChange={onChange} />
      {draft.kind === "write" ? null : (
        <ReadRulesFields
          value={draft.reads}
          hosts={inHostOrder(members, (one) => one.address).flatMap(({ hostId, hostName, address }) =>
            hostId === null ? [] : [{ hostId, name: hostName ?? address }],
          )}
          errors={errors}
          onChange={(reads) => onChange({ ...draft, reads })}
        />
      )}
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-2 font-medium">{t("wizard.nics")}</legend>
        <div className="grid gap-4 sm:grid-cols-3">
          {inHostOrder(members, (one) => one.address).map(({ hostId, hostName, address }) =>
            hostId === null ? null : (
              <Field
                key={hostId}
                label={<WholeEnd text={hostName ?? address} />}
                errors={errors(`/nics/${hostId}`)}
              >
                <Input
                  mono
                  value={draft.nics[hostId] ?? ""}
                  onChange={(event) =>
                    onChange({ ...draft, nics: { ...draft.nics, [hostId]: event.target.value } })
                  }
                />
              </Field>
            ),
          )}
        </div>
      </fieldset>
      <ConnectionPolicyField
        value={draft.onRelease}
        onChange={(onRelease) => onChange({ ...draft, onRelease })}
      />
    </form>
  );
}
