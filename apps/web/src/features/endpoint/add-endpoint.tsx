"use client";

import { EndpointPurpose } from "@primacy/contract";
import { Field, Input, Select } from "@primacy/ui";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { AddressInput } from "../../client/address-input";
import { checkTypedHost, checkTypedPort } from "../../client/check-typed";
import { FormDialog } from "../../client/form-dialog";
import { fieldErrors } from "../../client/problem-text";
import { findProblem, useApiChange } from "../../client/use-api";
import { useErrorTexts } from "../../client/use-error-texts";
import { useReaderLocale } from "../../client/use-locale";
import { useTypedProblems } from "../../client/use-typed-problems";

const fields = ["/name", "/address", "/port", "/purpose"] as const;

/** Stores an address of clients that Primacy did not set up. */
export function AddEndpoint({
  clusterId,
  onClose,
}: {
  readonly clusterId: string;
  readonly onClose: () => void;
}): ReactNode {
  const t = useTranslations("endpoint");
  const locale = useReaderLocale();
  const errorTexts = useErrorTexts();
  const [draft, setDraft] = useState({ name: "", address: "", port: "3306" });
  const [purpose, setPurpose] = useState<EndpointPurpose>("write");
  const add = useApiChange("addEndpoint", {
    invalidates: ["listEndpoints"],
    shows: "failures",
    onSuccess: onClose,
  });
  const own = useTypedProblems(JSON.stringify(draft), [
    ...checkTypedHost("/address", draft.address),
    ...checkTypedPort("/port", draft.port),
  ]);
  const at = (field: (typeof fields)[number]): string[] => [
    ...new Set([...own.errors(field), ...fieldErrors(findProblem(add.error), field, locale)]),
  ];
  return (
    <FormDialog
      id="add-endpoint"
      title={t("addTitle")}
      description={t("addText")}
      submit={t("add")}
      isPending={add.isPending}
      refused={{ title: t("addRefused"), reasons: errorTexts(add.error, fields) }}
      onClose={onClose}
      onSubmit={() =>
        add.mutate({
          params: { id: clusterId },
          body: { name: draft.name, address: draft.address.trim(), port: Number(draft.port), purpose },
        })
      }
    >
      <Field label={t("addName")} errors={at("/name")} required>
        <Input value={draft.name} onChange={({ target }) => setDraft({ ...draft, name: target.value })} />
      </Field>
      <Field label={t("address")} errors={at("/address")} required>
        <AddressInput
          name="address"
          value={draft.address}
          onText={(address) => setDraft({ ...draft, address })}
          onLeave={own.tell}
        />
      </Field>
      <Field label={t("port")} errors={at("/port")} required>
        <Input
          inputMode="numeric"
          mono
          value={draft.port}
          onChange={({ target }) => setDraft({ ...draft, port: target.value })}
          onBlur={own.tell}
        />
      </Field>
      <Field label={t("purposeLabel")} hint={t("purposeHint")} errors={at("/purpose")}>
        <Select
          value={purpose}
          onValueChange={(next) => setPurpose(EndpointPurpose.catch("any").parse(next))}
          options={EndpointPurpose.options.map((value) => ({ value, label: t(`purposeOption.${value}`) }))}
        />
      </Field>
    </FormDialog>
  );
}
