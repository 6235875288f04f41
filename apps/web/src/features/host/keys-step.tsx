"use client";

import type { Host } from "@primacy/contract";
import { Button, Card, FormErrorSummary, KeyValueList, SkeletonLines } from "@primacy/ui";
import { useQueries, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { api } from "../../client/api";
import { joinSentences } from "../../client/sentences";
import { findProblem, useApiChange } from "../../client/use-api";
import { useErrorTexts } from "../../client/use-error-texts";
import { useMessageText } from "../../client/use-locale";
import type { StepParts } from "./add-hosts";
import { type CredentialDraft, type HostRow, toHostsCreate } from "./host-draft";

/** Properties of {@link KeysStep}. */
interface KeysStepProps {
  readonly rows: readonly HostRow[];
  readonly credential: CredentialDraft;
  readonly onBack: () => void;
  readonly onAdded: (hosts: readonly Host[]) => void;
  readonly children: (parts: StepParts) => ReactNode;
}

/** The key that each host showed, to compare before anything is sent to it. */
export function KeysStep({ rows, credential, onBack, onAdded, children }: KeysStepProps): ReactNode {
  const t = useTranslations("host.form");
  const hosts = useTranslations("host");
  const common = useTranslations("common");
  const text = useMessageText();
  const scans = useQueries({
    queries: rows.map((row) => ({
      queryKey: ["scanHostKey", row.address, credential.sshPort],
      queryFn: () =>
        api.call("scanHostKey", {
          body: { address: row.address.trim(), sshPort: Number(credential.sshPort) },
        }),
      retry: false,
      staleTime: 0,
    })),
  });
  // What speaks against the hosts is told beside the machines that gave no answer, not after the last of them did.
  const check = useQuery({
    queryKey: ["checkHosts", rows.map((row) => row.key)],
    queryFn: () =>
      api.call("checkHosts", { body: toHostsCreate(rows, credential, new Map()) }).then(() => null),
    retry: false,
    gcTime: 0,
    // It carries the credentials: whoever looks elsewhere for the fingerprints does not send them again.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const create = useApiChange("createHosts", {
    shows: "failures",
    invalidates: ["listHosts"],
    onSuccess: (answer) => onAdded(answer.hosts),
  });
  const fingerprints = new Map(
    rows.flatMap((row, index) => {
      const key = scans[index]?.data?.hostKey.fingerprint;
      return key === undefined ? [] : [[row.key, key] as const];
    }),
  );
  const errorTexts = useErrorTexts();
  const refused = create.isIdle ? check.error : create.error;
  const problem = findProblem(refused);
  const refusals =
    problem === null || problem.errors.length === 0
      ? errorTexts(refused).map((message) => ({ message }))
      : problem.errors.map((one) => ({ message: `${rowName(rows, one.path)}${text(one.message)}` }));
  const scanFailures = rows.flatMap((row, index) => {
    const error = scans[index]?.error;
    if (error === undefined || error === null) return [];
    const reason = joinSentences(errorTexts(error));
    return [{ message: t("unreachable", { address: row.address, reason }) }];
  });
  const body = (
    <div className="flex flex-col gap-4">
      {refusals.length + scanFailures.length === 0 ? null : (
        <FormErrorSummary title={t("refused")} problems={[...refusals, ...scanFailures]} />
      )}
      <Card title={hosts("keyTitle")}>
        {scans.some((scan) => scan.isPending) ? (
          <SkeletonLines label={t("scanning")} lines={rows.length} />
        ) : (
          <KeyValueList
            items={rows.map((row) => ({
              key: String(row.key),
              label: row.address,
              value: fingerprints.get(row.key) ?? common("unknown"),
              mono: true,
            }))}
          />
        )}
      </Card>
    </div>
  );
  const footer = (
    <>
      <Button onClick={onBack}>{common("back")}</Button>
      {scanFailures.length === 0 && !check.isError ? null : (
        <Button
          onClick={() => {
            for (const scan of scans) if (scan.isError) void scan.refetch();
            void check.refetch();
          }}
        >
          {hosts("keyAgain")}
        </Button>
      )}
      <Button
        variant="primary"
        loading={create.isPending}
        disabled={fingerprints.size < rows.length}
        onClick={() => create.mutate({ body: toHostsCreate(rows, credential, fingerprints) })}
      >
        {t("acceptAll")}
      </Button>
    </>
  );
  return children({ body, footer });
}

/** The host that a reason such as `/hosts/2/address` is about. */
function rowName(rows: readonly HostRow[], pointer: string): string {
  const row = rows[Number(/^\/hosts\/(\d+)/.exec(pointer)?.[1] ?? -1)];
  return row === undefined ? "" : `${row.address}: `;
}
