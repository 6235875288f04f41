import type { ReactNode } from "react";
import { clusterId, idOf, showBeforeConsole } from "../vip/console-page.fixture";
import { incidentOf } from "./incident.fixture";
import { IncidentList } from "./incident-list";
import { IncidentPage } from "./incident-page";
import { LatestIncident } from "./latest-incident";

/**
 * One of the pages of incidents, in front of a console: `#list`, `#empty`, `#line`, or that of one incident; with `lasts` it lasts,
 * with `partial` the console did not see all of it, with `old` it ended two days ago.
 */
const asked = new URLSearchParams(location.hash.slice(1));
const has = (name: string): boolean => asked.has(name);
const day = 86_400_000;
const ago = (ms: number): string => new Date(Date.now() - ms).toISOString();
const how = { lasts: has("lasts"), partial: has("partial") };
const newest = incidentOf(600, ago(has("old") ? 2 * day : 60_000), how);
const listed = [newest, incidentOf(601, ago(3 * day), { partial: true }), incidentOf(602, ago(9 * day))];

function Page(): ReactNode {
  if (has("line")) return <LatestIncident clusterId={clusterId} />;
  if (has("list") || has("empty")) return <IncidentList clusterId={clusterId} />;
  return <IncidentPage clusterId={clusterId} id={idOf(600)} />;
}

showBeforeConsole(
  (_method, path) =>
    path.endsWith("/incidents")
      ? { status: 200, body: { items: has("empty") ? [] : listed, nextCursor: null } }
      : { status: 200, body: newest },
  <Page />,
);
