import type { ReactNode } from "react";
import {
  AppShell,
  Card,
  CheckMatrix,
  type CheckMatrixProps,
  CodeBlock,
  DataTable,
  KeyValueList,
  NavList,
  Notice,
  PageHeader,
  PlanList,
  StatusPip,
  Tabs,
} from "../../src/index";
import { TopologyCanvas, type TopologyCard } from "../../src/topology/index";
import { healthy } from "./topology";

const FLEET = "payments-authorisation-eu-central-1";
const PATH =
  "/opt/primacy/releases/0.1.0+sha.6b86b273ff34fce19d6b804eff5a3f5747ada4eaa22f1d49c01e52ddb7875b4b/agent";

const hostName = (number: number): string => `${FLEET}-db0${number}`;

function FleetTable(): ReactNode {
  return (
    <DataTable
      caption="Members"
      rows={[1, 2, 3]}
      rowKey={String}
      columns={[
        { id: "when", header: "When", cell: () => "03:04:05" },
        { id: "host", header: "Host", rowHeader: true, cell: hostName },
        { id: "address", header: "Address", mono: true, cell: (row) => `10.186.140.10${row}:3306` },
        {
          id: "condition",
          header: "Condition",
          whole: true,
          cell: () => <StatusPip tone="failed" label="Database dead" />,
        },
        { id: "role", header: "Role", cell: () => "SECONDARY" },
        {
          id: "state",
          header: "State",
          whole: true,
          cell: () => <StatusPip tone="unknown" label="UNREACHABLE" />,
        },
        { id: "queue", header: "Queue", align: "end", cell: () => "129384" },
        { id: "lag", header: "Lag", align: "end", cell: () => "12 min 14 sec" },
        { id: "age", header: "Information", whole: true, cell: () => "stale, 5 min 12 sec old" },
      ]}
    />
  );
}

function FleetChecks(): ReactNode {
  const hosts = [1, 2, 3, 4, 5, 6, 7, 8, 9];
  const results = (bad: number): CheckMatrixProps["rows"][number]["results"] =>
    Object.fromEntries(
      hosts.map((host) => [
        String(host),
        host === bad
          ? { state: "fail", stateLabel: "failed", evidence: PATH, remedy: "Free the address." }
          : { state: "pass", stateLabel: "passed", evidence: "Nobody answered." },
      ]),
    );
  return (
    <CheckMatrix
      caption="Checks of the fleet"
      checkHeader="Check"
      columns={hosts.map((host) => ({ id: String(host), label: hostName(host) }))}
      rows={[
        { id: "wire", title: "Nobody answers for the address on the wire", results: results(3) },
        { id: "online", title: "The member is online", results: results(0) },
      ]}
      detailLabels={{ evidence: "Seen", reason: "Why", remedy: "What to do" }}
    />
  );
}

function FleetTopology(): ReactNode {
  const model = healthy(3, 2);
  return (
    <TopologyCanvas
      label="Fleet"
      {...model}
      cards={model.cards.map((card, index) => ({
        ...card,
        title: hostName(index + 1),
        ...(index === 2 ? dead(card) : {}),
      }))}
    />
  );
}

function dead(card: TopologyCard): Partial<TopologyCard> {
  return {
    treatment: "host-dead",
    tone: "failed",
    toneLabel: "Host dead",
    age: { label: "stale, 5 min 12 sec old", stale: true },
    slots: card.slots.map((slot) => ({ ...slot, tone: "unknown", toneLabel: "UNREACHABLE" })),
  };
}

/** Names, paths and figures as long as they come, inside the frame that they have in the console. */
export function LongPage(): ReactNode {
  return (
    <AppShell
      brand="Primacy"
      navigationLabel="Places"
      navigation={
        <NavList
          items={[
            { href: "#1", label: `${FLEET}-prod-a`, current: true },
            { href: "#2", label: "Orders cluster production", current: false },
          ]}
        />
      }
    >
      <div className="flex flex-col gap-6">
        <PageHeader title={`Install the agent on ${hostName(5)}`} parent="Operations" actions="Cancel" />
        <Notice tone="failed" title={`A command failed: install ${PATH}`}>
          {PATH}
        </Notice>
        <Tabs
          label="Parts of the settings"
          items={["Profile", "Sessions", "API tokens", "Users", "Audit log", "Retention", "Certificates"].map(
            (label, index) => ({ href: `#${label}`, label, current: index === 6 }),
          )}
        />
        <Card title="Steps">
          <PlanList
            label="Plan"
            steps={[
              { id: "1", title: PATH, state: "failed", stateLabel: "failed", detail: `install ${PATH}` },
              {
                id: "2",
                title: `Start the agent on ${hostName(5)}`,
                host: hostName(5),
                state: "pending",
                stateLabel: "pending",
              },
              { id: "3", title: "Ask db12", host: "db1", state: "pending", stateLabel: "pending" },
            ]}
          />
        </Card>
        <Card title="Facts">
          <KeyValueList items={[{ key: "path", label: "Path", value: PATH, mono: true }]} />
        </Card>
        <Card title="Log">
          <CodeBlock wraps code={`2026-11-21T03:04:05.006Z  error    install ${PATH}`} />
        </Card>
        <Card padding="none">
          <FleetTable />
        </Card>
        <Card padding="none">
          <FleetChecks />
        </Card>
        <FleetTopology />
      </div>
    </AppShell>
  );
}
