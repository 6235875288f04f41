"use client";

import type { AddressMigration, Topology } from "@primacy/contract";
import { Card, KeyValueList } from "@primacy/ui";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { api } from "../../../client/api";
import { Loaded } from "../../../client/loaded";
import { useApi } from "../../../client/use-api";
import { useStarter } from "../../../client/use-started";
import { useTopology } from "../../../client/use-topology";
import { useListMarks } from "../../../i18n/list-marks";
import {
  emptyMigrationDraft,
  findMigrationProblems,
  type MigrationDraft,
  toRequest,
} from "./migration-draft";
import { MigrationFields } from "./migration-fields";
import { MigrationFlow } from "./migration-flow";

/** An address of Keepalived that becomes a VIP: which, what stands against it, the plan, and its steps as they go. */
export function MigrationPage({ clusterId }: { readonly clusterId: string }): ReactNode {
  const topology = useTopology(clusterId);
  return <Loaded query={topology}>{(picture) => <ToVip topology={picture} />}</Loaded>;
}

function ToVip({ topology }: { readonly topology: Topology }): ReactNode {
  const [draft, setDraft] = useState<MigrationDraft>(emptyMigrationDraft);
  const checking = useStarter();
  const [isTold, setTold] = useState(false);
  const { clusterId } = topology;
  const migration = toRequest(draft);
  const check = (): void => {
    const isComplete = findMigrationProblems(draft).length === 0;
    setTold(!isComplete);
    if (isComplete)
      checking.start(() => api.call("checkMigration", { params: { id: clusterId }, body: { migration } }));
  };
  return (
    <MigrationFlow topology={topology} migration={migration} checking={checking} onCheck={check}>
      <MigrationFields
        draft={draft}
        isTold={isTold}
        problem={checking.problem}
        onCheck={check}
        onDraft={(next) => {
          setDraft(next);
          // What was checked is another address than this.
          checking.reset();
        }}
      />
    </MigrationFlow>
  );
}

/** The way back of one address. */
export function MigrationBackPage({
  clusterId,
  address,
}: {
  readonly clusterId: string;
  readonly address: string;
}): ReactNode {
  const topology = useTopology(clusterId);
  const migrations = useApi("listMigrations", { params: { id: clusterId } });
  return (
    <Loaded query={topology}>
      {(picture) => (
        <Loaded query={migrations}>
          {({ items }) => (
            <ToKeepalived
              topology={picture}
              address={address}
              record={items.find((one) => one.address === address) ?? null}
            />
          )}
        </Loaded>
      )}
    </Loaded>
  );
}

function ToKeepalived({
  topology,
  address,
  record,
}: {
  readonly topology: Topology;
  readonly address: string;
  /** Null: it is back already. */
  readonly record: AddressMigration | null;
}): ReactNode {
  const t = useTranslations("migration");
  const marks = useListMarks();
  const checking = useStarter();
  const { clusterId } = topology;
  const migration = { to: "keepalived", address } as const;
  const check = (): void =>
    checking.start(() => api.call("checkMigration", { params: { id: clusterId }, body: { migration } }));
  const hosts = record?.hosts.map(({ name }) => name).join(marks.name) ?? "-";
  return (
    <MigrationFlow topology={topology} migration={migration} checking={checking} onCheck={check}>
      <Card title={t("backTitle")}>
        <KeyValueList
          items={[
            { key: "address", label: t("address"), value: <span className="font-mono">{address}</span> },
            { key: "hosts", label: t("hosts"), value: hosts },
          ]}
        />
      </Card>
    </MigrationFlow>
  );
}
