"use client";

import { Button, Card, Field, IconButton, Input } from "@primacy/ui";
import { Plus, X } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { AddressInput } from "../../client/address-input";
import { checkTypedHost } from "../../client/check-typed";
import { useTypedProblems } from "../../client/use-typed-problems";
import type { StepParts } from "./add-hosts";
import { CredentialFields } from "./credential-fields";
import type { CredentialDraft, HostRow } from "./host-draft";

/** Properties of {@link EnterStep}. */
interface EnterStepProps {
  readonly rows: readonly HostRow[];
  readonly credential: CredentialDraft;
  readonly onRows: (rows: readonly HostRow[]) => void;
  readonly onCredential: (credential: CredentialDraft) => void;
  readonly onNext: () => void;
  readonly children: (parts: StepParts) => ReactNode;
}

/** Names, addresses and how to sign in. */
export function EnterStep({
  rows,
  credential,
  onRows,
  onCredential,
  onNext,
  children,
}: EnterStepProps): ReactNode {
  const t = useTranslations("host.form");
  const hosts = useTranslations("host");
  const change = (key: number, part: Partial<HostRow>): void =>
    onRows(rows.map((row) => (row.key === key ? { ...row, ...part } : row)));
  const own = useTypedProblems(
    JSON.stringify(rows),
    rows.flatMap(({ key, address }) => checkTypedHost(pointerOf(key), address)),
  );
  const body = (
    <form
      id="enter-hosts"
      className="flex flex-col gap-6"
      onBlur={own.tell}
      onSubmit={(event) => {
        event.preventDefault();
        onNext();
      }}
    >
      <Card title={hosts("title")}>
        <div className="flex flex-col gap-3">
          {rows.map((row, index) => (
            <div key={row.key} className="flex items-start gap-2">
              <Field
                label={hosts("address")}
                labelHidden={index > 0}
                errors={own.errors(pointerOf(row.key))}
                required
                className="min-w-0 flex-1"
              >
                <AddressInput
                  name="address"
                  value={row.address}
                  onText={(address) => change(row.key, { address })}
                />
              </Field>
              <Field label={hosts("name")} labelHidden={index > 0} className="min-w-0 flex-1">
                <Input
                  name="name"
                  placeholder={row.address}
                  value={row.name}
                  onChange={(event) => change(row.key, { name: event.target.value })}
                />
              </Field>
              {/* Beside the control, not beside the label above it or what is said below it. */}
              <div className={index === 0 ? "pt-6.5" : ""}>
                <IconButton
                  label={t("remove")}
                  icon={<X aria-hidden />}
                  disabled={rows.length === 1}
                  onClick={() => onRows(rows.filter((one) => one.key !== row.key))}
                />
              </div>
            </div>
          ))}
          <Button
            variant="ghost"
            icon={<Plus aria-hidden />}
            className="self-start"
            onClick={() =>
              onRows([...rows, { key: Math.max(...rows.map((row) => row.key)) + 1, name: "", address: "" }])
            }
          >
            {t("another")}
          </Button>
        </div>
      </Card>
      <CredentialFields value={credential} onChange={onCredential} />
    </form>
  );
  const isComplete = rows.every((row) => row.address.trim() !== "") && credential.user.trim() !== "";
  const footer = (
    <Button type="submit" form="enter-hosts" variant="primary" disabled={!isComplete}>
      {t("scan")}
    </Button>
  );
  return children({ body, footer });
}

/** Where a row's address stands: a row keeps its key while others come and go. */
function pointerOf(key: number): string {
  return `/hosts/${key}/address`;
}
