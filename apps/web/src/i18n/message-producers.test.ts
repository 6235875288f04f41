import { catalogs, isMessageCode } from "@primacy/contract";
import { expect, it } from "vitest";
import { listProducedParams } from "./message-producers.fixture";

/** The placeholders of a template as [name, group]. */
function placeholdersOf(template: string): readonly (readonly [string, string | undefined])[] {
  return [...template.matchAll(/\{(\w+)(?::(\w+))?\}/g)].map(([, name = "", group]) => [name, group]);
}

const names = new Set(
  Object.values(catalogs.en).flatMap((text) => placeholdersOf(text).map(([name]) => name)),
);
const produced = listProducedParams(names);

/** Places whose words go to logs and into decisions, and stand in no message. */
const unread =
  /^apps\/agent\/src\/(mysql\/consensus-probe|vip\/execute\/executor)|\/env\.ts|certificate\/authority\.ts|operation\/run-operation\.ts|upload\/sftp\.ts/;
/** Places that tell the message itself beside its text, which then stands within (`nestReasons`); or the agent's own command line and log. */
const nested =
  /^apps\/worker\/src\/(switchover-steps\/observe-members|vip-provider\/agent\/observe-cluster)\.ts|^apps\/agent\/src\/(control\/|vip\/execute\/executor)/;
/** Names that stand for one thing nearly everywhere; the texts of their lists were looked at. */
const single = new Set(["host", "mac", "value"]);

const isProse = (text: string): boolean => /[a-z]{2,} [a-z]{2,}/.test(text);

it("the sources are read: what is known to be told is found", () => {
  expect(produced.length).toBeGreaterThan(1_000);
  const texts = produced.flatMap((one) => one.texts);
  for (const text of ["certificate_expired", "changed_since_plan"]) expect(texts).toContain(text);
});

it("no English words of ours stand for a placeholder or are quoted: what we say is a code", () => {
  const found = produced
    .filter(({ place }) => !unread.test(place))
    .flatMap(({ name, place, texts }) => texts.filter(isProse).map((text) => `${place} ${name}: ${text}`));
  expect(found).toEqual([]);
});

it("no message stands for a placeholder as its English text alone", () => {
  const found = produced.filter((one) => one.isMessageText && !nested.test(one.place));
  expect(found.map(({ name, place }) => `${place} ${name}`)).toEqual([]);
});

it("a placeholder for words of the catalogue is one that is read as such in both languages", () => {
  const told = new Set(produced.filter(({ texts }) => texts.some(isWordOfOurs)).map(({ name }) => name));
  expect(told).toContain("reason");
  expect([...listBare("en", told), ...listBare("zh", told)]).toEqual([]);
});

it("names that a producer joins by commas are a list in the Chinese text", () => {
  const lists = new Set(
    produced.filter((one) => one.isList && !single.has(one.name)).map(({ name }) => name),
  );
  for (const name of ["hosts", "macs", "members"]) expect(lists).toContain(name);
  expect(listBare("zh", lists)).toEqual([]);
});

function isWordOfOurs(text: string): boolean {
  return isMessageCode(`why.${text}`);
}

/** The codes whose text has one of these placeholders without saying how to read it. */
function listBare(locale: "en" | "zh", wanted: ReadonlySet<string>): string[] {
  return Object.entries(catalogs[locale]).flatMap(([code, template]) =>
    placeholdersOf(template).flatMap(([name, group]) =>
      group === undefined && wanted.has(name) ? [`${locale} ${code} {${name}}`] : [],
    ),
  );
}
