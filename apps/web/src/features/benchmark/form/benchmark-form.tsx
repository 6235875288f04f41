"use client";

import {
  type BenchmarkCheck,
  BenchmarkPreset,
  type ClusterEndpoint,
  message,
  operationKinds,
  type QueuePlace,
  type Topology,
} from "@primacy/contract";
import { Button, Card, FormErrorSummary } from "@primacy/ui";
import { useRouter, useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { api } from "../../../client/api";
import { Loaded } from "../../../client/loaded";
import { useAllHosts } from "../../../client/use-all-hosts";
import { useApi } from "../../../client/use-api";
import { useErrorTexts } from "../../../client/use-error-texts";
import { useMessageText } from "../../../client/use-locale";
import { findResult } from "../../../client/use-result";
import { type Starter, useStarter } from "../../../client/use-started";
import { useTopology } from "../../../client/use-topology";
import { AdministratorFields, nobody } from "../../fix/administrator-fields";
import { OperationProblem } from "../../operation/operation-page";
import { CheckReportView } from "../../vip/check-report";
import { PresetField } from "../article/preset-field";
import { withPreset } from "../article/with-preset";
import { BenchmarkConsequence } from "../page/benchmark-consequence";
import { QueuePlaceNotice, useQueuePlace, useQueueSentence } from "../queue/queue-place";
import { ArmFields } from "./arm-fields";
import { BenchmarkConfirm } from "./benchmark-confirm";
import { armsOf, type BenchmarkDraft, emptyDraft, toBenchmarkRequest } from "./benchmark-draft";
import { HygieneFields } from "./hygiene-fields";
import { findProposed, listLoadHosts } from "./load-hosts";
import { ScheduleFields } from "./schedule-fields";
import { type BenchmarkErrors, useBenchmarkErrors } from "./use-benchmark-errors";
import { WorkloadFields } from "./workload-fields";

/** What every part of the form is given. */
export interface FormPart {
  readonly draft: BenchmarkDraft;
  readonly onDraft: (draft: BenchmarkDraft) => void;
  readonly errors: BenchmarkErrors;
}

/** A new benchmark: what is measured, what is compared, how; then its checks, its plan with the time, and the order. */
export function BenchmarkForm({ clusterId }: { readonly clusterId: string }): ReactNode {
  const topology = useTopology(clusterId);
  const endpoints = useApi("listEndpoints", { params: { id: clusterId } });
  return (
    <Loaded query={topology}>
      {(picture) => (
        <Loaded query={endpoints}>{({ items }) => <Form topology={picture} endpoints={items} />}</Loaded>
      )}
    </Loaded>
  );
}

interface FormProps {
  readonly topology: Topology;
  readonly endpoints: readonly ClusterEndpoint[];
}

function Form({ topology, endpoints }: FormProps): ReactNode {
  const t = useTranslations("benchmark.form");
  const { clusterId, primaryMemberId } = topology;
  const params = useSearchParams();
  const hosts = listLoadHosts(useAllHosts({ enabled: true }), clusterId);
  const words = {
    direct: t("arm.direct"),
    directTo: (name: string) => t("arm.directTo", { name }),
    vip: t("arm.vip"),
    readVip: t("arm.readVip"),
    haproxy: t("arm.haproxy"),
    haproxyRead: t("arm.haproxyRead"),
    router: t("arm.router"),
    routerRead: t("arm.routerRead"),
    routerSplit: t("arm.routerSplit"),
  };
  const [empty] = useState(() => emptyDraft(armsOf(endpoints, primaryMemberId, words), null));
  const [typed, setTyped] = useState(() => {
    const preset = BenchmarkPreset.safeParse(params.get("preset"));
    return preset.success ? withPreset(empty, preset.data, primaryMemberId) : empty;
  });
  const draft = { ...typed, loadHostId: typed.loadHostId ?? findProposed(hosts) };
  const checking = useStarter();
  const place = useQueuePlace(clusterId, draft.loadHostId);
  const errors = useBenchmarkErrors(draft, checking.problem);
  const members = topology.hosts.flatMap((host) => host.members).length;
  const checked = findResult(operationKinds["benchmark.check"].result, checking.operation);
  const part: FormPart = {
    draft,
    errors,
    onDraft: (next) => {
      setTyped(next);
      // What was checked is another benchmark than this.
      checking.reset();
    },
  };
  const check = (): void => {
    if (!errors.ask()) return;
    const body = toBenchmarkRequest(draft);
    checking.start(() => api.call("checkBenchmark", { params: { id: clusterId }, body }));
  };
  return (
    <div className="flex flex-col gap-4">
      <Refused errors={errors} error={checking.error} />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <form
          id="new-benchmark"
          className="flex min-w-0 flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            check();
          }}
        >
          <PresetField {...part} clusterId={clusterId} empty={empty} primaryMemberId={primaryMemberId} />
          <WorkloadFields {...part} hosts={hosts} />
          <ArmFields {...part} primaryMemberId={primaryMemberId} />
          <ScheduleFields {...part} />
          <HygieneFields {...part} clusterId={clusterId} members={members} />
        </form>
        <BenchmarkConsequence draft={draft} checked={checked} members={members}>
          <QueuePlaceNotice place={place} />
          <Button
            type="submit"
            form="new-benchmark"
            variant={checked === null ? "primary" : "secondary"}
            className="self-start"
            loading={checking.isUnderWay}
          >
            {t(checking.isUnderWay ? "checking" : "check")}
          </Button>
        </BenchmarkConsequence>
      </div>
      {checking.operation === undefined ? null : <OperationProblem operation={checking.operation} />}
      {checked === null ? null : (
        <Checked topology={topology} draft={draft} checked={checked} hosts={hosts} place={place} />
      )}
    </div>
  );
}

/** Everything against the form in one place, each with the way to its field. */
function Refused({
  errors,
  error,
}: {
  readonly errors: BenchmarkErrors;
  readonly error: Starter["error"];
}): ReactNode {
  const t = useTranslations("benchmark.form");
  const textsOf = useErrorTexts();
  const problems = errors.all.length > 0 ? errors.all : textsOf(error).map((message) => ({ message }));
  if (problems.length === 0) return null;
  return <FormErrorSummary title={t(error === null ? "problems" : "refused")} problems={problems} />;
}

const userPath = "/administrator/user";
const accountPaths = [userPath, "/administrator/password"];

/** What the checks found, and the way to the order. */
function Checked({
  topology,
  draft,
  checked,
  hosts,
  place,
}: {
  readonly topology: Topology;
  readonly draft: BenchmarkDraft;
  readonly checked: BenchmarkCheck;
  readonly hosts: ReturnType<typeof listLoadHosts>;
  readonly place: QueuePlace | null;
}): ReactNode {
  const t = useTranslations("benchmark.form");
  const router = useRouter();
  const text = useMessageText();
  const [administrator, setAdministrator] = useState(nobody);
  const [isTold, setTold] = useState(false);
  const emptyOf = (path: string): readonly string[] => {
    const { user, password } = administrator;
    return (path === userPath ? user : password) === "" ? [text(message("problem.required"))] : [];
  };
  const ordering = useStarter();
  const { clusterId, clusterName } = topology;
  const loadHost = hosts.find(({ id }) => id === draft.loadHostId)?.name;
  const members = topology.hosts.flatMap(({ name, members }) => (members.length === 0 ? [] : [name]));
  const orderedId = ordering.operation?.id;
  const report = useRef<HTMLElement>(null);
  // The form is long: what was found stands below it, out of sight.
  useEffect(() => {
    void report.current?.scrollIntoView({ block: "start" });
  }, []);
  useEffect(() => {
    if (orderedId !== undefined) router.push(`/clusters/${clusterId}/benchmarks/${orderedId}`);
  }, [orderedId, clusterId, router]);
  const order = (): void => {
    const by = checked.needsAccount ? { administrator } : {};
    const body = { ...toBenchmarkRequest(draft), confirm: clusterName, ...by };
    ordering.start(() => api.call("startBenchmark", { params: { id: clusterId }, body }));
  };
  return (
    <section ref={report} aria-label={t("found")} className="flex scroll-mt-20 flex-col gap-4 outline-none">
      <CheckReportView report={checked.report} hosts={topology.hosts} />
      {checked.report.hasFailures || !checked.needsAccount ? null : (
        <Card>
          <AdministratorFields
            account={administrator}
            onAccount={setAdministrator}
            text={t("account")}
            errorsOf={(path) => (isTold ? emptyOf(path) : [])}
          />
        </Card>
      )}
      <BenchmarkConfirm
        clusterName={clusterName}
        hosts={[...new Set([...(loadHost === undefined ? [] : [loadHost]), ...members])]}
        checked={checked}
        wait={useQueueSentence(place)}
        ordering={ordering}
        isReady={() => {
          const isReady = !checked.needsAccount || accountPaths.every((path) => emptyOf(path).length === 0);
          setTold(!isReady);
          return isReady;
        }}
        onConfirm={order}
      />
    </section>
  );
}
