"use client";

import { type ApiToken, Role, type TokenSort } from "@primacy/contract";
import {
  Badge,
  Button,
  Card,
  CodeBlock,
  DataTable,
  Dialog,
  Field,
  FormErrorSummary,
  Input,
  Select,
} from "@primacy/ui";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { ListSteps, useAsked, useColumnSort } from "../../client/list-address";
import { Loaded } from "../../client/loaded";
import { Moment } from "../../client/moment";
import { fieldErrors, generalErrors } from "../../client/problem-text";
import { findProblem, useApi, useApiChange } from "../../client/use-api";
import { useReaderLocale } from "../../client/use-locale";
import { useOrder } from "../../client/use-order";
import { tokenQuery } from "./people-queries";

const dayMs = 86_400_000;
/** More days than any token may last: what is longer is asked for as this, and refused in words. */
const endlessDays = 100_000;

/** API tokens: made with a role and an expiry, shown once, revoked. */
export function TokensPage(): ReactNode {
  const t = useTranslations("settings.tokens");
  const [isOpen, setOpen] = useState(false);
  useOrder(["create"], () => setOpen(true));
  const query = tokenQuery(useAsked());
  const tokens = useApi("listTokens", { query });
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-ink-muted text-sm">{t("intro")}</p>
        <Button variant="primary" onClick={() => setOpen(true)}>
          {t("create")}
        </Button>
      </div>
      <Loaded query={tokens}>
        {({ items, nextCursor }) =>
          items.length === 0 && query.cursor === undefined ? (
            <p className="text-ink-muted text-sm">{t("empty")}</p>
          ) : (
            <>
              <TokenTable tokens={items} sorted={query} />
              <ListSteps label={t("caption")} nextCursor={nextCursor} />
            </>
          )
        }
      </Loaded>
      {isOpen ? <CreateToken onClose={() => setOpen(false)} /> : null}
    </div>
  );
}

function TokenTable({
  tokens,
  sorted,
}: {
  readonly tokens: readonly ApiToken[];
  readonly sorted: ReturnType<typeof tokenQuery>;
}): ReactNode {
  const sortBy = useColumnSort<TokenSort>({ ...sorted, own: "createdAt" });
  const t = useTranslations("settings.tokens");
  const role = useTranslations("common.role");
  const common = useTranslations("common");
  const revoke = useApiChange("revokeToken", { invalidates: ["listTokens"] });
  const stateOf = (token: ApiToken): "revoked" | "expired" | "active" =>
    token.revokedAt !== null ? "revoked" : Date.parse(token.expiresAt) < Date.now() ? "expired" : "active";
  return (
    <Card padding="none">
      <DataTable
        caption={t("caption")}
        rows={tokens}
        rowKey={(token) => token.id}
        rowActions={(token) =>
          stateOf(token) === "active" ? (
            <Button size="sm" variant="ghost" onClick={() => revoke.mutate({ params: { id: token.id } })}>
              {t("revoke")}
            </Button>
          ) : null
        }
        columns={[
          {
            id: "name",
            header: t("name"),
            sort: sortBy("name"),
            rowHeader: true,
            cell: (token) => token.name,
          },
          { id: "role", header: t("role"), sort: sortBy("role"), cell: (token) => role(token.role) },
          {
            id: "state",
            header: t("state"),
            cell: (token) => (
              <Badge tone={stateOf(token) === "active" ? "ok" : "unknown"}>{t(stateOf(token))}</Badge>
            ),
          },
          {
            id: "expires",
            header: t("expires"),
            sort: sortBy("expiresAt"),
            cell: (token) => <Moment at={token.expiresAt} />,
          },
          {
            id: "used",
            header: t("used"),
            sort: sortBy("lastUsedAt"),
            hideBelow: "md",
            cell: (token) => (token.lastUsedAt === null ? common("never") : <Moment at={token.lastUsedAt} />),
          },
          { id: "by", header: t("by"), hideBelow: "md", cell: (token) => token.createdBy },
        ]}
      />
    </Card>
  );
}

function CreateToken({ onClose }: { readonly onClose: () => void }): ReactNode {
  const t = useTranslations("settings.tokens");
  const settings = useTranslations("settings");
  const common = useTranslations("common");
  const roles = useTranslations("common.role");
  const locale = useReaderLocale();
  const [name, setName] = useState("");
  const [role, setRole] = useState<Role>("viewer");
  const [days, setDays] = useState("90");
  const create = useApiChange("createToken", { invalidates: ["listTokens"], shows: "refusals" });
  const problem = findProblem(create.error);
  const general = generalErrors(problem, ["/name", "/role", "/expiresAt"], locale);
  const secret = create.data?.secret;
  const submit = (): void =>
    create.mutate({
      body: { name, role, expiresAt: toExpiry(days) },
    });
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={secret === undefined ? t("create") : t("secretTitle")}
      {...(secret === undefined ? {} : { description: t("secretText") })}
      footer={
        secret === undefined ? (
          <>
            <Button onClick={onClose}>{common("cancel")}</Button>
            <Button type="submit" form="create-token" variant="primary" loading={create.isPending}>
              {t("create")}
            </Button>
          </>
        ) : (
          <Button variant="primary" onClick={onClose}>
            {common("close")}
          </Button>
        )
      }
    >
      {secret === undefined ? (
        <form
          id="create-token"
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          {general.length === 0 ? null : (
            <FormErrorSummary
              title={settings("refused")}
              problems={general.map((message) => ({ message }))}
            />
          )}
          <Field label={t("name")} errors={fieldErrors(problem, "/name", locale)} required>
            <Input value={name} onChange={(event) => setName(event.target.value)} />
          </Field>
          <Field label={t("role")} errors={fieldErrors(problem, "/role", locale)}>
            <Select
              value={role}
              onValueChange={(next) => {
                const parsed = Role.safeParse(next);
                if (parsed.success) setRole(parsed.data);
              }}
              options={Role.options.map((value) => ({ value, label: roles(value) }))}
            />
          </Field>
          <Field label={t("days")} errors={fieldErrors(problem, "/expiresAt", locale)} required>
            <Input inputMode="numeric" value={days} onChange={(event) => setDays(event.target.value)} />
          </Field>
        </form>
      ) : (
        <div className="flex flex-col gap-3">
          <CodeBlock language="text" code={secret} />
          <CodeBlock
            language="shell"
            title={t("use")}
            code={`curl -H "Authorization: Bearer ${secret}" ${window.location.origin}/api/v1/clusters`}
          />
        </div>
      )}
    </Dialog>
  );
}

/** A time for any text, so that the API says what is wrong with it. */
function toExpiry(days: string): string {
  const asked = Math.min(Math.max(Number(days) || 0, 0), endlessDays);
  return new Date(Date.now() + asked * dayMs).toISOString();
}
