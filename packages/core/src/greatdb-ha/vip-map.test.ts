import { expect, it } from "vitest";
import { findPluginRelease } from "./version-rules";
import { formatVipMap, moveReadVips, parseVipMap, readVipMap } from "./vip-map";

const uuid = (n: number): string => `00000000-0000-4000-8000-00000000000${n}`;
const write = "10.77.0.100";
const reads = ["10.77.0.101", "10.77.0.102"];
const shown = `${uuid(1)}::${write};${uuid(2)}::${reads[0]};${uuid(3)}::${reads[1]}`;

function sight(change: Readonly<Record<string, string>> = {}, version = "8.4.4-5") {
  const variables = {
    greatdb_ha_vip_tope: shown,
    greatdb_ha_mgr_vip_ip: write,
    greatdb_ha_mgr_read_vip_ips: reads.join(","),
    ...change,
  };
  const found = readVipMap(variables, findPluginRelease(version, "GreatSQL"));
  if (found === null) throw new TypeError("no map");
  return found;
}

it("a map is read however it is spaced, and written as the plugin writes it", () => {
  const spaced = shown.replaceAll(";", " ; ").replaceAll("::", ":: ");
  const map = parseVipMap(spaced);
  expect(map === null ? null : formatVipMap(map)).toBe(shown);
});

it.each(["", ";", "10.77.0.101", `${uuid(1)}:10.77.0.101`, `${shown};x::10.77.0.9`])(
  "what is no map is none: %s",
  (text) => {
    expect(parseVipMap(text)).toBeNull();
    expect(readVipMap({ greatdb_ha_vip_tope: text }, findPluginRelease("8.4.4-5", "GreatSQL"))).toBeNull();
  },
);

it("a read VIP moves, and everything else stays where it is, the write VIP first of all", () => {
  expect(moveReadVips(sight(), [{ address: "10.77.0.101", serverUuid: uuid(3).toUpperCase() }])).toEqual({
    text: `${uuid(1)}::${write};${uuid(2)}::;${uuid(3)}::${reads[1]},${reads[0]}`,
    moved: [reads[0]],
  });
});

it("one that nobody has yet comes to its member", () => {
  const without = sight({ greatdb_ha_vip_tope: `${uuid(1)}::${write};${uuid(2)}::` });
  expect(moveReadVips(without, [{ address: "10.77.0.102", serverUuid: uuid(2) }])).toEqual({
    text: `${uuid(1)}::${write};${uuid(2)}::10.77.0.102`,
    moved: ["10.77.0.102"],
  });
});

const to = (n: number, address: string) => ({ address, serverUuid: uuid(n) });
it.each([
  ["the write VIP", [to(2, write)], ["/moves/0/address read_vip_is_write"]],
  ["an address that is no read VIP", [to(2, "10.77.0.9")], ["/moves/0/address read_vip_unknown"]],
  [
    "a member that the plugin does not know, and an address twice",
    [to(3, "10.77.0.101"), to(9, "10.77.0.101")],
    ["/moves/1/address read_vip_twice", "/moves/1/memberId read_vip_no_member"],
  ],
  ["nothing that would change", [to(2, "10.77.0.101")], ["/moves read_vips_nothing"]],
])("refused with every reason: %s", (_title, moves, expected) => {
  const found = moveReadVips(sight(), moves);
  expect("text" in found ? [] : found.map(({ path, code }) => `${path} ${code}`)).toEqual(expected);
});

it("the text is as long as its release takes, and no longer", () => {
  const many = Array.from({ length: 61 }, (_, n) => `10.177.100.${n + 100}`).join(",");
  const all = { greatdb_ha_mgr_read_vip_ips: `${many},10.77.0.101` };
  const map = { ...all, greatdb_ha_vip_tope: `${uuid(1)}::${write};${uuid(2)}::${many};${uuid(3)}::` };
  const moves = [to(3, "10.77.0.101")];
  expect(moveReadVips(sight(map), moves)).toMatchObject({ moved: ["10.77.0.101"] });
  expect(moveReadVips(sight(map, "8.0.32-27"), moves)).toMatchObject([{ code: "read_vips_long" }]);
});
