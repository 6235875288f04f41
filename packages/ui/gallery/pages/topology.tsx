import { type ReactNode, useState } from "react";
import { Button, KeyValueList, PageHeader, Sheet, StatusPip } from "../../src/index";
import {
  TopologyCanvas,
  type TopologyCard,
  type TopologyChip,
  type TopologyEdge,
  type TopologyEntry,
  type TopologyModel,
  type TopologySelection,
} from "../../src/topology/index";

const LANES = [
  { id: "kernel", label: "Kernel" },
  { id: "wire", label: "Wire" },
];
const CHINESE_LANES = [
  { id: "kernel", label: "内核" },
  { id: "wire", label: "网络" },
];

const CLIENTS: TopologyEntry = {
  id: "clients",
  tier: "clients",
  title: "Clients",
  subtitle: "14 connections",
  tone: "ok",
  toneLabel: "OK",
  description: "Clients reach the cluster through VIP 10.77.0.100.",
};

function member(number: number, primary: boolean, groupId?: string): TopologyCard {
  return {
    id: `host-${number}`,
    title: `db${number}`,
    subtitle: `10.77.0.${10 + number} · eth0`,
    ...(groupId === undefined ? {} : { groupId }),
    treatment: "normal",
    tone: "ok",
    toneLabel: "Agent",
    emphasis: primary,
    age: { label: "12 ms ago", stale: false },
    slots: [
      {
        id: `member-${number}`,
        label: "Database",
        title: primary ? "PRIMARY" : "SECONDARY",
        emphasis: primary,
        tone: "ok",
        toneLabel: "ONLINE",
        fact: "8.4.6",
      },
    ],
    description: primary
      ? `Primary, online. Its kernel holds 10.77.0.100 and it answers for it.`
      : "Secondary, online.",
  };
}

function address(holder: number | null, tone: TopologyChip["tone"] = "ok"): TopologyChip {
  return {
    id: "vip",
    laneId: "kernel",
    cardId: holder === null ? null : `host-${holder}`,
    row: 0,
    label: "10.77.0.100",
    detail: "write",
    kind: "address",
    tone,
    description: `VIP 10.77.0.100, held by db${holder}`,
  };
}

function answer(holder: number | null, tone: TopologyChip["tone"] = "ok"): TopologyChip {
  return {
    id: "answer",
    laneId: "wire",
    cardId: holder === null ? null : `host-${holder}`,
    row: 0,
    label: holder === null ? "00:16:3e:5a:01:9c" : `02:4d:00:00:00:0${holder}`,
    kind: "answer",
    tone,
    description: `10.77.0.100 is answered by db${holder}`,
  };
}

function replication(
  from: number,
  to: number,
  label: string,
  tone: TopologyEdge["tone"] = "ok",
): TopologyEdge {
  return {
    id: `r-${from}-${to}`,
    sourceId: `host-${from}`,
    targetId: `host-${to}`,
    kind: "replication",
    tone,
    label,
  };
}

const WAY_IN = (holder: number): TopologyEdge => ({
  id: "way-in",
  sourceId: "clients",
  targetId: `host-${holder}`,
  kind: "access",
  series: "vip",
  tone: "ok",
  label: "10.77.0.100",
});

/** A group in which all is well. */
export function healthy(count: number, primary: number, groups: TopologyModel["groups"] = []): TopologyModel {
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  return {
    cards: numbers.map((number) =>
      member(number, number === primary, groups[Math.floor(((number - 1) * groups.length) / count)]?.id),
    ),
    groups,
    entries: [CLIENTS],
    lanes: LANES,
    chips: [address(primary), answer(primary)],
    edges: [
      WAY_IN(primary),
      ...numbers
        .filter((number) => number !== primary)
        .map((number) => replication(primary, number, "0 · 0.42 ms")),
    ],
    shelfLabel: "On no known host",
  };
}

/** One topology as a page's content. */
export function Screen({ model, children }: { model: TopologyModel; children?: ReactNode }): ReactNode {
  const [selected, setSelected] = useState<TopologySelection | null>(null);
  return (
    <div className="mx-auto flex w-full max-w-[76rem] flex-col gap-6">
      <PageHeader
        title="orders-production"
        badges={<StatusPip tone="ok" label="Online" className="text-sm" />}
        sentence="3 of 3 members online. Writes go to db2. VIP 10.77.0.100 is held by db2, answered by db2, 12 ms ago."
        actions={children}
      />
      <TopologyCanvas
        label="Topology of orders-production"
        {...model}
        {...(selected === null ? {} : { selected })}
        onSelect={setSelected}
      />
      <Sheet
        open={selected !== null}
        onOpenChange={(open) => setSelected(open ? selected : null)}
        title={selected?.id ?? ""}
      >
        <KeyValueList items={[{ key: "kind", label: "Kind", value: selected?.kind }]} />
      </Sheet>
    </div>
  );
}

/** Three members; the button moves primary, address and answer. */
export function TopologyThreePage(): ReactNode {
  const [primary, setPrimary] = useState(2);
  return (
    <Screen model={healthy(3, primary)}>
      <Button onClick={() => setPrimary((primary % 3) + 1)}>Switch over</Button>
    </Screen>
  );
}

/** Nine members in two data centres, with relays. */
export function TopologyNinePage(): ReactNode {
  const [primary, setPrimary] = useState(2);
  const model = healthy(9, primary, [
    { id: "east", label: "上海 · 东区机房" },
    { id: "west", label: "Frankfurt" },
  ]);
  const relays: TopologyEntry[] = ["px1", "px2"].map((name) => ({
    id: name,
    tier: "relay",
    title: name,
    subtitle: name === "px1" ? "MySQL Router 6446" : "HAProxy 3307",
    tone: "ok",
    toneLabel: "OK",
    description: `${name} leads to the primary.`,
  }));
  return (
    <Screen
      model={{
        ...model,
        entries: [...model.entries, ...relays],
        edges: [
          ...model.edges,
          { id: "c-px1", sourceId: "clients", targetId: "px1", kind: "access", series: "router", tone: "ok" },
          {
            id: "c-px2",
            sourceId: "clients",
            targetId: "px2",
            kind: "access",
            series: "haproxy",
            tone: "ok",
          },
          {
            id: "px1-p",
            sourceId: "px1",
            targetId: `host-${primary}`,
            kind: "access",
            series: "router",
            tone: "ok",
          },
          {
            id: "px2-p",
            sourceId: "px2",
            targetId: `host-${primary}`,
            kind: "access",
            series: "haproxy",
            tone: "ok",
          },
        ],
      }}
    >
      <Button onClick={() => setPrimary((primary % 9) + 1)}>Switch over</Button>
    </Screen>
  );
}

/** Nine members in one group. */
export function TopologyGridPage(): ReactNode {
  return <Screen model={healthy(9, 5)} />;
}

const TROUBLES: readonly Partial<TopologyCard>[] = [
  {
    treatment: "host-dead",
    tone: "failed",
    toneLabel: "Host down",
    age: { label: "14 s ago", stale: true },
    slots: [{ id: "m", label: "Database", title: "SECONDARY", tone: "unknown", toneLabel: "UNREACHABLE" }],
    description: "Host down: nobody gets an answer from it. Last seen 14 s ago.",
  },
  { emphasis: true },
  {
    treatment: "agent-dead",
    tone: "warning",
    toneLabel: "Agent silent",
    age: { label: "6.5 s ago", stale: true },
    description: "The host answers, its agent does not. The group sees its member online.",
  },
  {
    treatment: "database-dead",
    slots: [{ id: "m", label: "Database", title: "SECONDARY", tone: "failed", toneLabel: "mysqld down" }],
    description: "The agent says that mysqld is down.",
  },
  {
    treatment: "stale",
    tone: "unknown",
    toneLabel: "Stale",
    age: { label: "21.6 s ago", stale: true },
    description: "Facts are 21.6 s old.",
  },
];

/** Everything that can be wrong at once. */
export function TopologyTroublePage(): ReactNode {
  const base = healthy(5, 2);
  return (
    <Screen
      model={{
        ...base,
        lanes: CHINESE_LANES,
        cards: base.cards.map((card, index) => ({ ...card, ...TROUBLES[index] })),
        chips: [
          address(2),
          answer(4, "failed"),
          {
            ...answer(null, "failed"),
            id: "stranger",
            description: "A machine that is not of this cluster answers for 10.77.0.100",
          },
        ],
        edges: [
          WAY_IN(2),
          replication(2, 1, "–", "unknown"),
          replication(2, 3, "0 · 0.42 ms"),
          replication(2, 4, "中断", "failed"),
          replication(2, 5, "1,204 · 6.54 s", "warning"),
        ],
        shelfLabel: "未知主机应答",
      }}
    />
  );
}

/** Nobody holds the address, and two hosts do. */
export function TopologyOwnersPage(): ReactNode {
  const base = healthy(3, 1);
  return (
    <div className="flex flex-col">
      <Screen
        model={{
          ...base,
          chips: [address(null, "failed"), answer(1, "warning")],
          edges: base.edges.slice(1),
        }}
      />
      <Screen
        model={{
          ...base,
          chips: [
            address(1, "failed"),
            { ...address(3, "failed"), id: "vip#2" },
            answer(1, "failed"),
            { ...answer(3, "failed"), id: "answer#2" },
          ],
        }}
      />
    </div>
  );
}

const READERS: TopologyEntry = { ...CLIENTS, id: "readers", title: "Clients that read" };

/** The holders of one address for writes and four for reads, by host; null: nobody. */
const SPREAD = [2, 1, 3, 1, 3];

/** One address for writes and four for reads on three hosts; the button takes them from everybody, and gives them back. */
export function TopologyReadsPage(): ReactNode {
  const [isLost, setLost] = useState(false);
  const base = healthy(3, 2);
  const holders = SPREAD.map((holder) => (isLost ? null : holder));
  const tone = isLost ? "failed" : "ok";
  return (
    <Screen
      model={{
        ...base,
        lanes: LANES.map((lane) => ({ ...lane, rows: SPREAD.length })),
        entries: [{ ...CLIENTS, title: "Clients that write" }, READERS],
        chips: holders.flatMap((holder, row) => [
          {
            ...address(holder, tone),
            id: `vip-${row}`,
            row,
            label: `192.168.100.${100 + row}`,
            detail: row === 0 ? "write" : "read",
            description: `VIP 192.168.100.${100 + row}, held by ${holder === null ? "nobody" : `db${holder}`}`,
          },
          ...(holder === null
            ? []
            : [
                {
                  ...answer(holder),
                  id: `answer-${row}`,
                  row,
                  detail: `.${100 + row}`,
                  description: `192.168.100.${100 + row} is answered by db${holder}`,
                },
              ]),
        ]),
        edges: [
          ...holders.flatMap((holder, row): TopologyEdge[] => {
            if (holder === null) return [];
            const { label, ...way } = WAY_IN(holder);
            const sourceId = row === 0 ? CLIENTS.id : READERS.id;
            return [{ ...way, id: `way-in-${row}`, sourceId, ...(row === 0 && label ? { label } : {}) }];
          }),
          ...base.edges.slice(1),
        ],
      }}
    >
      <Button onClick={() => setLost(!isLost)}>Lose and find</Button>
    </Screen>
  );
}

/** More than Group Replication allows. */
export function TopologyManyPage(): ReactNode {
  return (
    <Screen
      model={healthy(24, 3, [
        { id: "east", label: "上海 · 东区机房" },
        { id: "west", label: "Frankfurt" },
        { id: "south", label: "São Paulo" },
      ])}
    />
  );
}
