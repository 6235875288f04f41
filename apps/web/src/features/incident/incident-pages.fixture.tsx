import { message, type Prober } from "@primacy/contract";
import type { ReactNode } from "react";
import { endpoints } from "../benchmark/benchmark.fixture";
import { unmeasured } from "../benchmark/unmeasured.fixture";
import { clusterId, idOf, showBeforeConsole } from "../vip/console-page.fixture";
import { incidentOf } from "./incident.fixture";
import { IncidentList } from "./incident-list";
import { IncidentPage } from "./incident-page";
import { LatestIncident } from "./latest-incident";

/**
 * One of the pages of incidents, in front of a console: `#list`, `#empty`, `#line`, or that of one incident; with `lasts` it lasts,
 * with `partial` the console did not see all of it, with `changed` a prober did something else before, with `old` it ended two days ago.
 */
const asked = new URLSearchParams(location.hash.slice(1));
const has = (name: string): boolean => asked.has(name);
const day = 86_400_000;
const ago = (ms: number): string => new Date(Date.now() - ms).toISOString();
const how = { lasts: has("lasts"), partial: has("partial") };
const newest = incidentOf(600, ago(has("old") ? 2 * day : 60_000), how);
const listed = [newest, incidentOf(601, ago(3 * day), { partial: true }), incidentOf(602, ago(9 * day))];

const days = 86_400;
const prober: Prober = {
  ...{ id: idOf(610), clusterId, port: 3306, name: "VIP", way: "write_vip" },
  // Of a VIP that is there, it did something else before.
  address: has("changed") ? "10.86.0.100" : "10.77.0.100",
  lane: has("changed") ? "read" : "write",
  isOn: true,
  obstacle: has("obstacle") ? message("prober.no_table") : null,
  availability: [
    { days: 1, attempts: days, acked: days - 7, observed: 1, available: (days - 7) / days },
    { days: 7, attempts: 3 * days, acked: 3 * days - 7, observed: 3 / 7, available: 1 - 7 / (3 * days) },
    { days: 30, attempts: 0, acked: 0, observed: 0, available: null },
  ],
  outages: [
    {
      ...{ id: idOf(611), proberId: idOf(610), startedAt: ago(60_000), endedAt: ago(52_800) },
      ...{ gapMs: 7_200, errorMs: 1_050, failed: 7 },
    },
  ],
};

function Page(): ReactNode {
  if (has("line")) return <LatestIncident clusterId={clusterId} />;
  if (has("list") || has("empty")) return <IncidentList clusterId={clusterId} />;
  return <IncidentPage clusterId={clusterId} id={idOf(600)} />;
}

function answer(path: string): object {
  if (path.endsWith("/incidents")) return { items: has("empty") ? [] : listed, nextCursor: null };
  if (path.endsWith("/probers")) return { items: has("empty") ? [] : [prober] };
  if (path.endsWith("/endpoints")) return { items: endpoints.map(unmeasured) };
  return newest;
}

showBeforeConsole(
  (_method, path) => ({ status: 200, body: answer(path) }),
  <Page />,
  has("viewer") ? "viewer" : "operator",
);
