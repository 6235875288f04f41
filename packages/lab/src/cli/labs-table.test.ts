import { expect, it } from "vitest";
import type { HostPower } from "../observe/status";
import type { HostName } from "../roster";
import { tellLabs } from "./labs-table";

const hosts = (power: HostPower, ...names: readonly HostName[]) => names.map((name) => ({ name, power }));

it("tells of every lab its name, network, hosts, what runs on them, and whether they are up", () => {
  expect(
    tellLabs([
      {
        name: "default",
        subnet: "10.77.0.0/24",
        hosts: hosts("on", "db1", "db2", "db3", "px1", "px2", "app1"),
        parts: ["mysql", "router", "haproxy"],
        problem: null,
      },
      {
        name: "half",
        subnet: "10.78.0.0/24",
        hosts: [...hosts("on", "db1"), ...hosts("frozen", "db2"), ...hosts("off", "db3", "app1")],
        parts: ["mysql"],
        problem: null,
      },
      { name: "off", subnet: "10.79.0.0/24", hosts: hosts("off", "db1", "px1"), parts: [], problem: null },
    ]),
  ).toEqual([
    "NAME     SUBNET        STATE      PARTS                 HOSTS",
    "default  10.77.0.0/24  up         mysql router haproxy  db1 db2 db3 px1 px2 app1",
    "half     10.78.0.0/24  partly up  mysql                 db1 (frozen: db2; off: db3 app1)",
    "off      10.79.0.0/24  down       none                  db1 px1",
    "'npm run lab -- status --name NAME' shows the hosts of one.",
  ]);
});

it("names a lab whose files are elsewhere or cannot be read, and says so", () => {
  const problem = "The lab's state file was not written by this version.";
  const lines = tellLabs([
    { name: "alien", subnet: null, hosts: [], parts: null, problem: null },
    { name: "old", subnet: "10.80.0.0/24", hosts: hosts("frozen", "db1"), parts: null, problem },
  ]);
  expect(lines.slice(1, 5)).toEqual([
    "alien  -             down   ?      none",
    "old    10.80.0.0/24  down   ?      (frozen: db1)",
    "alien: its files are not here: another PRIMACY_LAB_DIR keeps them, or it was half taken away.",
    `old: ${problem}`,
  ]);
});

it("says how to bring one up where there is none", () => {
  expect(tellLabs([])).toEqual(["There is no lab; bring one up with 'npm run lab -- up'."]);
});
