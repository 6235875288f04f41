"use client";

import { Role, type User, type UserSort } from "@primacy/contract";
import {
  Badge,
  Button,
  Card,
  ConfirmDialog,
  DataTable,
  DropdownMenu,
  Field,
  IconButton,
  Input,
  Select,
} from "@primacy/ui";
import { MoreHorizontal } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { FormDialog } from "../../client/form-dialog";
import { ListSteps, useAsked, useColumnSort } from "../../client/list-address";
import { Loaded } from "../../client/loaded";
import { Moment } from "../../client/moment";
import { fieldErrors, generalErrors } from "../../client/problem-text";
import { joinSentences } from "../../client/sentences";
import { findProblem, useApi, useApiChange } from "../../client/use-api";
import { useErrorTexts } from "../../client/use-error-texts";
import { useReaderLocale } from "../../client/use-locale";
import { useOrder } from "../../client/use-order";
import { userQuery } from "./people-queries";
import { SetPassword } from "./set-password";

/** Who may sign in, and as what. */
export function UsersPage(): ReactNode {
  const t = useTranslations("settings.users");
  const [isOpen, setOpen] = useState(false);
  useOrder(["create"], () => setOpen(true));
  const query = userQuery(useAsked());
  const users = useApi("listUsers", { query });
  return (
    <div className="flex flex-col gap-4">
      <Button variant="primary" className="self-end" onClick={() => setOpen(true)}>
        {t("create")}
      </Button>
      <Loaded query={users}>
        {({ items, nextCursor }) => (
          <>
            <UserTable users={items} sorted={query} />
            <ListSteps label={t("caption")} nextCursor={nextCursor} />
          </>
        )}
      </Loaded>
      {isOpen ? <CreateUser onClose={() => setOpen(false)} /> : null}
    </div>
  );
}

function UserTable({
  users,
  sorted,
}: {
  readonly users: readonly User[];
  readonly sorted: ReturnType<typeof userQuery>;
}): ReactNode {
  const sortBy = useColumnSort<UserSort>({ ...sorted, own: "name" });
  const t = useTranslations("settings.users");
  const roles = useTranslations("common.role");
  const common = useTranslations("common");
  const [deleting, setDeleting] = useState<User | null>(null);
  const [helped, setHelped] = useState<User | null>(null);
  const change = useApiChange("changeUser", { invalidates: ["listUsers"] });
  const remove = useApiChange("deleteUser", {
    shows: "refusals",
    invalidates: ["listUsers"],
    onSuccess: () => setDeleting(null),
  });
  const reasons = useErrorTexts()(remove.error);
  return (
    <Card padding="none">
      <DataTable
        caption={t("caption")}
        rows={users}
        rowKey={(user) => user.id}
        rowActions={(user) => (
          <DropdownMenu
            trigger={<IconButton label={common("rowActions")} icon={<MoreHorizontal aria-hidden />} />}
            items={[
              ...Role.options
                .filter((role) => role !== user.role)
                .map((role) => ({
                  kind: "action" as const,
                  id: role,
                  label: t("makeRole", { role: roles(role) }),
                  onSelect: () => change.mutate({ params: { id: user.id }, body: { role } }),
                })),
              {
                kind: "action",
                id: "disable",
                label: t(user.isDisabled ? "enable" : "disable"),
                onSelect: () =>
                  change.mutate({ params: { id: user.id }, body: { isDisabled: !user.isDisabled } }),
              },
              {
                kind: "action",
                id: "password",
                label: t("setPassword"),
                onSelect: () => setHelped(user),
              },
              { kind: "separator", id: "danger" },
              {
                kind: "action",
                id: "delete",
                label: t("delete"),
                danger: true,
                onSelect: () => setDeleting(user),
              },
            ]}
          />
        )}
        columns={[
          { id: "name", header: t("name"), sort: sortBy("name"), rowHeader: true, cell: (user) => user.name },
          { id: "role", header: t("role"), sort: sortBy("role"), cell: (user) => roles(user.role) },
          {
            id: "state",
            header: t("state"),
            cell: (user) => (
              <Badge tone={user.isDisabled ? "unknown" : "ok"}>
                {t(user.isDisabled ? "disabled" : "active")}
              </Badge>
            ),
          },
          {
            id: "signed-in",
            header: t("signedIn"),
            sort: sortBy("lastSignInAt"),
            hideBelow: "md",
            cell: (user) =>
              user.lastSignInAt === null ? common("never") : <Moment at={user.lastSignInAt} />,
          },
        ]}
      />
      {helped === null ? null : <SetPassword user={helped} onClose={() => setHelped(null)} />}
      <ConfirmDialog
        open={deleting !== null}
        onOpenChange={(open) => {
          if (!open) setDeleting(null);
        }}
        title={t("deleteTitle", { name: deleting?.name ?? "" })}
        description={t("deleteText")}
        confirmLabel={t("delete")}
        cancelLabel={common("cancel")}
        variant="danger"
        pending={remove.isPending}
        {...(reasons.length === 0 ? {} : { error: joinSentences(reasons) })}
        onConfirm={() => {
          if (deleting !== null) remove.mutate({ params: { id: deleting.id } });
        }}
      />
    </Card>
  );
}

function CreateUser({ onClose }: { readonly onClose: () => void }): ReactNode {
  const t = useTranslations("settings.users");
  const settings = useTranslations("settings");
  const roles = useTranslations("common.role");
  const locale = useReaderLocale();
  const [name, setName] = useState("");
  const [role, setRole] = useState<Role>("viewer");
  const [password, setPassword] = useState("");
  const create = useApiChange("createUser", {
    invalidates: ["listUsers"],
    onSuccess: onClose,
    shows: "refusals",
  });
  const problem = findProblem(create.error);
  const general = generalErrors(problem, ["/name", "/role", "/password"], locale);
  return (
    <FormDialog
      id="create-user"
      title={t("create")}
      submit={t("create")}
      isPending={create.isPending}
      refused={{ title: settings("refused"), reasons: general }}
      onSubmit={() => create.mutate({ body: { name, role, password } })}
      onClose={onClose}
    >
      <Field label={t("name")} errors={fieldErrors(problem, "/name", locale)} required>
        <Input
          autoCapitalize="none"
          autoComplete="off"
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
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
      <Field label={t("password")} errors={fieldErrors(problem, "/password", locale)} required>
        <Input
          type="password"
          autoComplete="new-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
    </FormDialog>
  );
}
