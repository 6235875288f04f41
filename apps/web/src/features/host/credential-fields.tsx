"use client";

import { Card, CodeBlock, Field, Input, SegmentedControl, Textarea } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useApi } from "../../client/use-api";
import type { CredentialDraft } from "./host-draft";

const kinds = ["key", "password", "console_key"] as const;

/** User, port, and one of three ways to sign in. */
export function CredentialFields({
  value,
  onChange,
}: {
  readonly value: CredentialDraft;
  readonly onChange: (value: CredentialDraft) => void;
}): ReactNode {
  const t = useTranslations("host.form");
  return (
    <Card title={t("sharedCredential")}>
      <div className="flex flex-col gap-4">
        <div className="grid gap-4 sm:grid-cols-[1fr_8rem]">
          <Field label={t("user")} required>
            <Input
              mono
              name="user"
              autoCapitalize="none"
              value={value.user}
              onChange={(event) => onChange({ ...value, user: event.target.value })}
            />
          </Field>
          <Field label={t("port")} required>
            <Input
              mono
              name="port"
              inputMode="numeric"
              value={value.sshPort}
              onChange={(event) => onChange({ ...value, sshPort: event.target.value })}
            />
          </Field>
        </div>
        <CredentialInputs value={value} onChange={onChange} />
      </div>
    </Card>
  );
}

/** One of three ways to sign in, and what it needs. */
export function CredentialInputs({
  value,
  onChange,
  errors = () => [],
}: {
  readonly value: CredentialDraft;
  readonly onChange: (value: CredentialDraft) => void;
  /** The reasons that belong to `password`, `privateKey` or `passphrase`. */
  readonly errors?: (field: string) => readonly string[];
}): ReactNode {
  const t = useTranslations("host.form");
  const hosts = useTranslations("host");
  const consoleKey = useApi("getConsoleSshKey", {}, { enabled: value.kind === "console_key" });
  return (
    <div className="flex flex-col gap-4">
      <SegmentedControl
        label={t("sharedCredential")}
        value={value.kind}
        onValueChange={(next) => {
          const kind = kinds.find((one) => one === next);
          if (kind !== undefined) onChange({ ...value, kind });
        }}
        segments={kinds.map((kind) => ({ value: kind, label: hosts(`credentials.${kind}`) }))}
      />
      {value.kind === "password" ? (
        <Field label={t("password")} errors={errors("password")} required>
          <Input
            type="password"
            name="password"
            autoComplete="off"
            value={value.password}
            onChange={(event) => onChange({ ...value, password: event.target.value })}
          />
        </Field>
      ) : value.kind === "key" ? (
        <>
          <Field label={t("privateKey")} hint={t("privateKeyHint")} errors={errors("privateKey")} required>
            <Textarea
              rows={6}
              name="privateKey"
              spellCheck={false}
              className="font-mono"
              value={value.privateKey}
              onChange={(event) => onChange({ ...value, privateKey: event.target.value })}
            />
          </Field>
          <Field label={t("passphrase")} errors={errors("passphrase")}>
            <Input
              type="password"
              name="passphrase"
              autoComplete="off"
              value={value.passphrase}
              onChange={(event) => onChange({ ...value, passphrase: event.target.value })}
            />
          </Field>
        </>
      ) : (
        <div className="flex flex-col gap-2">
          <p className="text-ink-muted text-sm">{t("consoleKeyHint")}</p>
          {consoleKey.data === undefined ? null : (
            <CodeBlock language="text" code={consoleKey.data.publicKey} />
          )}
        </div>
      )}
    </div>
  );
}
