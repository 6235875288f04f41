import type { VariablesReading } from "@primacy/contract";
import { buildVariablesReading } from "@primacy/core/variables";
import { expect, it } from "vitest";
import { knownCluster } from "../operation/preview-plan.fixture";
import { findShownMap, listMapRows, planMove } from "./read-vip-map";

const [first, second] = knownCluster.members;
if (first === undefined || second === undefined) throw new TypeError("two members");
const write = "10.77.0.100";
const read = "10.77.0.101";
const map = `${first.serverUuid}::${write};${second.serverUuid}::${read}`;

function reading(roles: readonly ("PRIMARY" | "SECONDARY")[]): VariablesReading {
  const members = [first, second].flatMap((member, place) => {
    const role = roles[place];
    if (member === undefined || role === undefined) return [];
    const values = {
      version: "8.4.4-5",
      greatdb_ha_vip_tope: map,
      greatdb_ha_mgr_vip_ip: write,
      greatdb_ha_mgr_read_vip_ips: read,
    };
    const running = Object.entries(values).map(([name, value]) => {
      const one = { value, source: null, path: null, setAt: null, setBy: null, range: null };
      return [name, one] as const;
    });
    const host = { problem: null, settings: new Map(), unread: [] };
    const about = { memberId: member.id, name: `name${place}`, address: member.address, port: member.port };
    return [{ ...about, server: { role, running: new Map(running), persisted: new Map(), host } }];
  });
  return buildVariablesReading(members, "2026-11-22T05:00:00.000Z");
}

it("the map of the primary is shown, and that of nobody else", () => {
  expect(findShownMap(reading(["SECONDARY", "PRIMARY"]))?.name).toBe("name1");
  expect(findShownMap(reading(["SECONDARY", "SECONDARY"]))).toBeNull();
});

it("each member has its read VIPs, and who has the write VIP is marked", () => {
  const shown = findShownMap(reading(["PRIMARY", "SECONDARY"]));
  if (shown === null) throw new TypeError("no map");
  expect(listMapRows(shown, knownCluster)).toMatchObject([
    { memberId: first.id, hasWriteVip: true, readVips: [] },
    { memberId: second.id, hasWriteVip: false, readVips: [read] },
  ]);
  const plan = planMove(shown, knownCluster, { address: read, memberId: first.id });
  const [sql] = plan.steps.flatMap(({ preview }) => preview.map(({ text }) => text));
  expect(sql).toContain(`${first.serverUuid.toLowerCase()}::${write},${read};`);
  expect(planMove(shown, knownCluster, { address: read, memberId: second.id }).steps).toEqual([]);
});
