import { Network } from "lucide-react";
import type { ReactNode } from "react";
import {
  Age,
  Badge,
  Button,
  Card,
  CodeBlock,
  EmptyState,
  ErrorState,
  KeyValueList,
  Notice,
  ProgressBar,
  SkeletonLines,
  Stale,
  StatusPip,
  TONES,
} from "../../src/index";
import { Specimen, SpecimenPage, SpecimenRow } from "../specimen";

const WORDS = {
  ok: "Online",
  busy: "Recovering",
  warning: "Lagging",
  failed: "Error",
  unknown: "Unknown",
} as const;
const CHINESE_WORDS = {
  ok: "在线",
  busy: "恢复中",
  warning: "延迟",
  failed: "错误",
  unknown: "未知",
} as const;

export function FeedbackPage(): ReactNode {
  return (
    <SpecimenPage title="Feedback">
      <Tones />
      <div className="grid gap-6 lg:grid-cols-2">
        <Specimen name="EmptyState">
          <EmptyState
            icon={<Network />}
            title="No cluster yet"
            action={
              <>
                <Button variant="primary">Register a cluster</Button>
                <CodeBlock
                  language="shell"
                  code={
                    'curl -X POST https://console/api/v1/clusters \\\n  -d \'{"seed":"10.77.0.11:3306"}\''
                  }
                />
              </>
            }
          >
            Name one member of a Group Replication group. Primacy finds the others and matches them to hosts.
          </EmptyState>
        </Specimen>
        <Specimen name="ErrorState, Skeleton">
          <ErrorState
            title="The topology could not be loaded."
            reference="problem 01JD6Z · cluster.snapshot_unavailable"
            action={<Button>Try again</Button>}
          >
            PostgreSQL did not answer within 5 s. The agents go on holding their addresses without it.
          </ErrorState>
          <SkeletonLines label="Loading members" />
        </Specimen>
      </div>
      <Facts />
    </SpecimenPage>
  );
}

function Tones(): ReactNode {
  return (
    <Specimen name="StatusPip, Badge, Notice, Age">
      <SpecimenRow>
        {TONES.map((tone) => (
          <StatusPip key={tone} tone={tone} label={WORDS[tone]} className="text-sm" />
        ))}
        {TONES.map((tone) => (
          <StatusPip key={tone} tone={tone} label={CHINESE_WORDS[tone]} className="text-sm" />
        ))}
        <StatusPip tone="ok" label="aa:bb:0c:00:00:01 answers" asWritten className="text-sm" />
      </SpecimenRow>
      <SpecimenRow>
        {TONES.map((tone) => (
          <Badge key={tone} tone={tone}>
            {WORDS[tone]}
          </Badge>
        ))}
        <Badge emphasis>PRIMARY</Badge>
        <Badge>SECONDARY</Badge>
        <Badge mono>8.4.6</Badge>
        <Age label="12 ms ago" title="Saturday, November 21, 2026 at 11:04:05 GMT+8" />
        <Age stale label="stale, 14 s ago" />
        <Age stale label="已过期，14 秒前" />
      </SpecimenRow>
      <div className="flex flex-col gap-2">
        {TONES.map((tone) => (
          <Notice
            key={tone}
            tone={tone}
            title={`${WORDS[tone]}: 10.77.0.100 is held by db2.`}
            actions={<Button size="sm">Why</Button>}
          >
            It is answered by 02:4d:00:00:00:0c, the MAC of eth0 on db2.
          </Notice>
        ))}
      </div>
      <ProgressBar label="Installing the agent" value={0.4} valueText="2 of 5 steps" />
    </Specimen>
  );
}

function Facts(): ReactNode {
  const facts = [
    { key: "role", label: "Role", value: <Badge emphasis>PRIMARY</Badge> },
    { key: "address", label: "Address", value: "10.77.0.12:3306", mono: true },
    { key: "uuid", label: "Server UUID", value: "8f2d1c7e-c7a1-11ef-9d0e-024d0000000c", mono: true },
    { key: "lag", label: "Apply lag", value: "0.42 ms" },
  ];
  return (
    <div className="grid gap-6 lg:grid-cols-3">
      <Card title="Member" actions={<Button size="sm">Edit</Button>}>
        <KeyValueList items={facts} />
      </Card>
      <Stale ageLabel="stale, 14 s ago">
        <Card title="成员">
          <KeyValueList items={facts} />
        </Card>
      </Stale>
      <CodeBlock
        title="SQL on db1"
        language="sql"
        code={
          "CREATE USER 'primacy_agent'@'localhost'\n  IDENTIFIED BY '••••••' REQUIRE SSL;\nGRANT SELECT ON performance_schema.* TO 'primacy_agent'@'localhost';\n-- removed with the last VIP"
        }
      />
    </div>
  );
}
