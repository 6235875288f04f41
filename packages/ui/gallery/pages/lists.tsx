import { Ellipsis } from "lucide-react";
import type { ReactNode } from "react";
import {
  Badge,
  ButtonLink,
  Card,
  type DataColumn,
  DataTable,
  DropdownMenu,
  IconButton,
  Link,
  PageHeader,
  Pagination,
  StatusPip,
  Tabs,
  Timeline,
  type Tone,
} from "../../src/index";
import { Specimen, SpecimenPage } from "../specimen";

interface Member {
  readonly name: string;
  readonly address: string;
  readonly role: "PRIMARY" | "SECONDARY";
  readonly tone: Tone;
  readonly state: string;
  readonly queue: string;
  readonly lag: string;
}

const MEMBERS: readonly Member[] = [
  {
    name: "db2",
    address: "10.77.0.12:3306",
    role: "PRIMARY",
    tone: "ok",
    state: "ONLINE",
    queue: "0",
    lag: "0 ms",
  },
  {
    name: "db1",
    address: "10.77.0.11:3306",
    role: "SECONDARY",
    tone: "ok",
    state: "ONLINE",
    queue: "0",
    lag: "0.42 ms",
  },
  {
    name: "db3",
    address: "10.77.0.13:3306",
    role: "SECONDARY",
    tone: "busy",
    state: "RECOVERING",
    queue: "1,204",
    lag: "6.54 s",
  },
  {
    name: "db4",
    address: "10.77.0.14:3306",
    role: "SECONDARY",
    tone: "failed",
    state: "ERROR",
    queue: "–",
    lag: "–",
  },
  {
    name: "db5",
    address: "10.77.0.15:3306",
    role: "SECONDARY",
    tone: "unknown",
    state: "UNREACHABLE",
    queue: "–",
    lag: "–",
  },
];

const COLUMNS: readonly DataColumn<Member>[] = [
  {
    id: "name",
    header: "Member",
    rowHeader: true,
    sort: { kind: "link", href: "#sort", direction: "ascending" },
    cell: (row) => (
      <Link href={`#${row.name}`} tone="quiet">
        {row.name}
      </Link>
    ),
  },
  {
    id: "state",
    header: "State",
    cell: (row) => <StatusPip tone={row.tone} label={row.state} className="text-xs" />,
  },
  {
    id: "role",
    header: "Role",
    cell: (row) => <Badge emphasis={row.role === "PRIMARY"}>{row.role}</Badge>,
  },
  {
    id: "address",
    header: "Address",
    mono: true,
    hideBelow: "md",
    sort: { kind: "call", onSort: () => undefined },
    cell: (row) => row.address,
  },
  {
    id: "queue",
    header: "Queue",
    align: "end",
    sort: { kind: "call", onSort: () => undefined },
    cell: (row) => row.queue,
  },
  { id: "lag", header: "Apply lag", align: "end", cell: (row) => row.lag },
];

export function ListsPage(): ReactNode {
  return (
    <SpecimenPage title="Lists">
      <PageHeader
        parent={<Link href="#clusters">Clusters</Link>}
        title="orders-production"
        badges={<StatusPip tone="warning" label="Degraded" className="text-sm" />}
        sentence="3 of 5 members online. Writes go to db2. VIP 10.77.0.100 is held by db2, answered by db2, 12 ms ago."
        actions={
          <ButtonLink href="#vip" variant="primary">
            Configure VIP
          </ButtonLink>
        }
      />
      <Tabs
        label="Cluster"
        items={[
          { href: "#topology", label: "Topology", current: false },
          { href: "#members", label: "Members", current: true, badge: <Badge>5</Badge> },
          { href: "#vip", label: "VIP", current: false },
          { href: "#events", label: "Events", current: false },
        ]}
      />
      <Card padding="none">
        <DataTable
          caption="Members"
          columns={COLUMNS}
          rows={MEMBERS}
          rowKey={(row) => row.name}
          selectedKey="db1"
          rowActions={(row) => (
            <DropdownMenu
              trigger={
                <IconButton size="sm" label={`Actions for ${row.name}`} icon={<Ellipsis aria-hidden />} />
              }
              items={[{ kind: "action", id: "a", label: "Make primary", onSelect: () => undefined }]}
            />
          )}
        />
      </Card>
      <Pagination
        label="Pages"
        previous={null}
        next={{ href: "#next", label: "Next" }}
        summary="1 to 5 of 9"
      />
      <Specimen name="Timeline">
        <Card title="History">
          <History />
        </Card>
      </Specimen>
    </SpecimenPage>
  );
}

/** What happened lately. */
export function History(): ReactNode {
  return (
    <Timeline
      label="History"
      groups={[
        {
          id: "today",
          heading: "Today",
          events: [
            {
              id: "1",
              tone: "ok",
              toneLabel: "OK",
              time: "11:04:05.678",
              title: "VIP 10.77.0.100 moved from db1 to db2",
              detail: "Writes stopped for 112 ms. Taken by proof R1: db1 acknowledged the release.",
            },
            { id: "2", tone: "busy", toneLabel: "Busy", time: "11:04:05.566", title: "db2 became primary" },
            {
              id: "3",
              tone: "failed",
              toneLabel: "Failed",
              time: "11:03:58.120",
              title: "db1 lost: mysqld was killed",
              detail: "Its agent says so.",
            },
          ],
        },
        {
          id: "yesterday",
          heading: "11月20日",
          events: [
            {
              id: "4",
              tone: "warning",
              toneLabel: "警告",
              time: "22:15:40",
              title: "db3 的复制队列超过 1,000 个事务",
            },
            {
              id: "5",
              tone: "unknown",
              toneLabel: "未知",
              time: "22:10:02",
              title: "px1 的代理 14 秒未应答",
            },
          ],
        },
      ]}
    />
  );
}
