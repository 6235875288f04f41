"use client";

import type { Cluster } from "@primacy/contract";
import { Field, Input, WholeEnd } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { inHostOrder } from "../cluster/in-host-order";
import { ConnectionPolicyField } from "./connection-policy-field";
import { ReadRulesFields } from "./read-rules-fields";
import { type VipDraft, withAddress } from "./vip-draft";

const names = ["address", "prefixLength", "port"] as const;

/** Address, prefix, port, what a read VIP goes by, the interface of every host, and what becomes of connections. */
export function VipChangeForm({
  id,
  draft,
  members,
  errors,
  onChange,
  onSubmit,
}: {
  readonly id: string;
  readonly draft: VipDraft;
  readonly members: Cluster["members"];
  /** The reasons that belong to a field, by its pointer. */
  readonly errors: (pointer: string) => readonly string[];
  readonly onChange: (draft: VipDraft) => void;
  readonly onSubmit: () => void;
}): ReactNode {
  const t = useTranslations("vip");
  const labels = { address: t("address"), prefixLength: t("prefix"), port: t("port") };
  return (
    <form
      id={id}
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <div className="grid gap-4 sm:grid-cols-[1fr_8rem_8rem]">
        {names.map((name) => (
          <Field key={name} label={labels[name]} errors={errors(`/${name}`)} required>
            <Input
              mono
              name={name}
              {...(name === "address" ? { autoCapitalize: "none" } : { inputMode: "numeric" })}
              value={draft[name]}
              onChange={({ target }) =>
                onChange(
                  name === "address" ? withAddress(draft, target.value) : { ...draft, [name]: target.value },
                )
              }
            />
          </Field>
        ))}
      </div>
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
