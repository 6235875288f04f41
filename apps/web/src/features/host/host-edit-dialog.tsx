"use client";

import type { Host } from "@primacy/contract";
import { Checkbox, Field, Input, Notice } from "@primacy/ui";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { AddressInput } from "../../client/address-input";
import { checkTypedHost } from "../../client/check-typed";
import { FormDialog } from "../../client/form-dialog";
import { fieldErrors } from "../../client/problem-text";
import { findProblem, useApiChange } from "../../client/use-api";
import { useErrorTexts } from "../../client/use-error-texts";
import { useReaderLocale } from "../../client/use-locale";
import { useTypedProblems } from "../../client/use-typed-problems";
import { CredentialInputs } from "./credential-fields";
import { type ConnectionDraft, toConnectionDraft, toHostChange } from "./host-draft";

const pointers = [
  "/name",
  "/address",
  "/sshPort",
  "/sshUser",
  "/agentAddress",
  "/agentPort",
  "/credential/password",
  "/credential/privateKey",
  "/credential/passphrase",
];

/** Corrects how a host is reached: name, addresses, ports, user and credentials. */
export function HostEditDialog({
  host,
  onClose,
}: {
  readonly host: Host;
  readonly onClose: () => void;
}): ReactNode {
  const t = useTranslations("host");
  const common = useTranslations("common");
  const [draft, setDraft] = useState(() => toConnectionDraft(host));
  const change = useApiChange("changeHost", {
    invalidates: ["getHost", "listHosts"],
    onSuccess: onClose,
    shows: "failures",
  });
  const refusals = useErrorTexts()(change.error, pointers);
  const body = toHostChange(host, draft);
  const isMoved = body.address !== undefined || body.sshPort !== undefined;
  return (
    <FormDialog
      id="edit-host"
      size="lg"
      title={t("edit.title", { name: host.name })}
      description={t("edit.text")}
      submit={common("save")}
      isPending={change.isPending}
      isDisabled={Object.keys(body).length === 0}
      refused={{ title: t("edit.refused"), reasons: refusals }}
      onSubmit={() => change.mutate({ params: { id: host.id }, body })}
      onClose={onClose}
    >
      <ConnectionFields draft={draft} error={change.error} onChange={setDraft} />
      {isMoved ? <Notice tone="warning" title={t("edit.moved")} /> : null}
      <Credential host={host} draft={draft} error={change.error} onChange={setDraft} />
    </FormDialog>
  );
}

interface PartProps {
  readonly draft: ConnectionDraft;
  readonly error: Error | null;
  readonly onChange: (draft: ConnectionDraft) => void;
}

function ConnectionFields({ draft, error, onChange }: PartProps): ReactNode {
  const t = useTranslations("host");
  const locale = useReaderLocale();
  const problem = findProblem(error);
  const { ssh, address, agentAddress } = draft;
  const own = useTypedProblems(JSON.stringify([address, agentAddress]), [
    ...checkTypedHost("/address", address),
    ...checkTypedHost("/agentAddress", agentAddress),
  ]);
  const labelled = (name: string, label: string, control: ReactNode): ReactNode => (
    <Field
      label={label}
      errors={[...new Set([...own.errors(`/${name}`), ...fieldErrors(problem, `/${name}`, locale)])]}
      required
    >
      {control}
    </Field>
  );
  const text = (
    name: string,
    label: string,
    value: string,
    change: (text: string) => ConnectionDraft,
    mono = true,
  ): ReactNode =>
    labelled(
      name,
      label,
      <Input
        mono={mono}
        name={name}
        autoCapitalize="none"
        value={value}
        onChange={(event) => onChange(change(event.target.value))}
      />,
    );
  const place = (name: "address" | "agentAddress", label: string): ReactNode =>
    labelled(
      name,
      label,
      <AddressInput
        name={name}
        value={draft[name]}
        onText={(value) => onChange({ ...draft, [name]: value })}
        onLeave={own.tell}
      />,
    );
  return (
    <>
      {text("name", t("name"), draft.name, (name) => ({ ...draft, name }), false)}
      <div className="grid gap-4 sm:grid-cols-[1fr_8rem]">
        {place("address", t("address"))}
        {text("sshPort", t("form.port"), ssh.sshPort, (sshPort) => ({ ...draft, ssh: { ...ssh, sshPort } }))}
        {place("agentAddress", t("edit.agentAddress"))}
        {text("agentPort", t("edit.agentPort"), draft.agentPort, (agentPort) => ({ ...draft, agentPort }))}
      </div>
      {text("sshUser", t("form.user"), ssh.user, (user) => ({ ...draft, ssh: { ...ssh, user } }))}
    </>
  );
}

function Credential({ host, draft, error, onChange }: PartProps & { readonly host: Host }): ReactNode {
  const t = useTranslations("host");
  const locale = useReaderLocale();
  const problem = findProblem(error);
  return (
    <div className="flex flex-col gap-4">
      <Checkbox
        checked={draft.replacesCredential}
        onCheckedChange={(checked) => onChange({ ...draft, replacesCredential: checked === true })}
        label={t(host.hasCredential ? "edit.replace" : "edit.give")}
      />
      {draft.replacesCredential ? (
        <CredentialInputs
          value={draft.ssh}
          onChange={(ssh) => onChange({ ...draft, ssh })}
          errors={(name) => fieldErrors(problem, `/credential/${name}`, locale)}
        />
      ) : null}
    </div>
  );
}
