"use client";

import { Field, Input } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { AddressInput } from "../../client/address-input";
import { withAddress, withCidrApart } from "../../client/cidr-draft";
import type { VipDraft } from "./vip-draft";

/** Properties of {@link VipAddressFields}. */
interface VipAddressFieldsProps {
  readonly draft: VipDraft;
  /** The network in which the address has to be; null where it is not known. */
  readonly network?: string | null;
  readonly errors: (pointer: string) => readonly string[];
  readonly onChange: (draft: VipDraft) => void;
}

/** Address, prefix length and port of a VIP; an address with its prefix length behind it fills both fields. */
export function VipAddressFields({
  draft,
  network = null,
  errors,
  onChange,
}: VipAddressFieldsProps): ReactNode {
  const t = useTranslations("vip");
  return (
    <div className="grid gap-4 sm:grid-cols-[1fr_8rem_8rem]">
      <Field
        label={t("address")}
        errors={errors("/address")}
        required
        {...(network === null ? {} : { hint: t("wizard.network", { network }) })}
      >
        <AddressInput
          name="address"
          value={draft.address}
          onText={(text) => onChange(withAddress(draft, text))}
          onLeave={() => {
            const apart = withCidrApart(draft);
            if (apart !== draft) onChange(apart);
          }}
        />
      </Field>
      <Field label={t("prefix")} errors={errors("/prefixLength")} required>
        <Input
          mono
          name="prefixLength"
          inputMode="numeric"
          value={draft.prefixLength}
          onChange={({ target }) => onChange({ ...draft, prefixLength: target.value })}
        />
      </Field>
      <Field label={t("port")} errors={errors("/port")} required>
        <Input
          mono
          name="port"
          inputMode="numeric"
          value={draft.port}
          onChange={({ target }) => onChange({ ...draft, port: target.value })}
        />
      </Field>
    </div>
  );
}
