import type { LabSummary } from "../observe/all-labs";

/** All labs for people, one line each; where there is none, how to make one. */
export function tellLabs(labs: readonly LabSummary[]): readonly string[] {
  if (labs.length === 0) return ["There is no lab; bring one up with 'npm run lab -- up'."];
  const rows = [
    ["NAME", "SUBNET", "STATE", "PARTS", "HOSTS"],
    ...labs.map((lab) => [lab.name, lab.subnet ?? "-", stateOf(lab), partsOf(lab), hostsOf(lab)]),
  ];
  const width = (column: number): number => Math.max(...rows.map((row) => row[column]?.length ?? 0));
  const widths = (rows[0] ?? []).map((_, column) => width(column));
  return [
    ...rows.map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    ),
    ...labs.flatMap(notesOf),
    "'npm run lab -- status --name NAME' shows the hosts of one.",
  ];
}

function stateOf({ hosts }: LabSummary): "up" | "partly up" | "down" {
  const on = hosts.filter((host) => host.power === "on").length;
  if (on === 0) return "down";
  return on === hosts.length ? "up" : "partly up";
}

function partsOf({ parts }: LabSummary): string {
  if (parts === null) return "?";
  return parts.length === 0 ? "none" : parts.join(" ");
}

/** Those that are on, and what the others are where not all are off. */
function hostsOf(lab: LabSummary): string {
  const { hosts } = lab;
  const named = (power: "on" | "frozen" | "off"): string =>
    hosts
      .filter((host) => host.power === power)
      .map((host) => host.name)
      .join(" ");
  if (hosts.length === 0) return "none";
  if (hosts.every((host) => host.power === "off")) return named("off");
  const others = (["frozen", "off"] as const).filter((power) => named(power) !== "");
  const on = named("on");
  const rest = others.map((power) => `${power}: ${named(power)}`).join("; ");
  if (rest === "") return on;
  return on === "" ? `(${rest})` : `${on} (${rest})`;
}

function notesOf({ name, parts, problem }: LabSummary): readonly string[] {
  if (problem !== null) return [`${name}: ${problem}`];
  return parts === null
    ? [`${name}: its files are not here: another PRIMACY_LAB_DIR keeps them, or it was half taken away.`]
    : [];
}
