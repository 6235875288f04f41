"use client";

import type { Vip } from "@primacy/contract";
import { Button, Dialog, Field, FormErrorSummary, Input } from "@primacy/ui";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { fieldErrors, generalErrors } from "../../client/problem-text";
import { findProblem, useApiChange } from "../../client/use-api";
import { useReaderLocale } from "../../client/use-locale";

const names = ["address", "prefixLength", "port"] as const;

/** Another address, prefix or port for a VIP that exists; checked before anything is changed. */
export function VipChangeDialog({
  vip,
  open,
  onClose,
}: {
  readonly vip: Vip;
  readonly open: boolean;
  readonly onClose: () => void;
}): ReactNode {
  const t = useTranslations("vip");
  const common = useTranslations("common");
  const locale = useReaderLocale();
  const router = useRouter();
  const [draft, setDraft] = useState({
    address: vip.address,
    prefixLength: String(vip.prefixLength),
    port: String(vip.port),
  });
  const change = useApiChange("changeVip", {
    invalidates: ["listVips", "listOperations"],
    onSuccess: ({ operation }) => router.push(`/operations/${operation.id}`),
  });
  const problem = findProblem(change.error);
  const general = generalErrors(
    problem,
    names.map((name) => `/${name}`),
    locale,
  );
  const labels = { address: t("address"), prefixLength: t("prefix"), port: t("port") };
  const body = {
    ...(draft.address.trim() === vip.address ? {} : { address: draft.address.trim() }),
    ...(Number(draft.prefixLength) === vip.prefixLength ? {} : { prefixLength: Number(draft.prefixLength) }),
    ...(Number(draft.port) === vip.port ? {} : { port: Number(draft.port) }),
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      title={t("change")}
      footer={
        <>
          <Button onClick={onClose}>{common("cancel")}</Button>
          <Button
            type="submit"
            form="vip-change"
            variant="primary"
            loading={change.isPending}
            disabled={Object.keys(body).length === 0}
          >
            {t("save")}
          </Button>
        </>
      }
    >
      <form
        id="vip-change"
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate({ params: { id: vip.clusterId, vipId: vip.id }, body });
        }}
      >
        {general.length === 0 ? null : (
          <FormErrorSummary title={t("refused")} problems={general.map((message) => ({ message }))} />
        )}
        {names.map((name) => (
          <Field key={name} label={labels[name]} errors={fieldErrors(problem, `/${name}`, locale)}>
            <Input
              mono
              name={name}
              value={draft[name]}
              onChange={(event) => setDraft({ ...draft, [name]: event.target.value })}
            />
          </Field>
        ))}
      </form>
    </Dialog>
  );
}
