import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it, test } from "vitest";
import { isComponent, listLiteralTexts } from "./literal-texts.mjs";

/** A part of a template that is filled in. */
const hole = ["$", "{name}"].join("");
const root = path.resolve(import.meta.dirname, "../..");

function textsOf(source: string): readonly string[] {
  return listLiteralTexts("planted.tsx", source).map(({ text }: { text: string }) => text);
}

test.each([
  ["between tags", "<p>Stop <b>db3</b></p>", ["Stop", "db3"]],
  ["in Chinese", "<p>停止</p>", ["停止"]],
  ["in braces", `<p>{"Stop"}{\` ${hole} now\`}</p>`, ["Stop", "now"]],
  ["in a choice", '<p>{isOn ? "on" : t("off")}{name ?? "nobody"}</p>', ["on", "nobody"]],
  ["read aloud", `<i aria-label="Close" title={\`Close ${hole}\`} />`, ["Close", "Close"]],
  ["in a field", '<input placeholder="Name" alt={isOn ? "On" : "Off"} />', ["Name", "On", "Off"]],
  ["in a column", '<Table caption="Hosts" columns={[{ id: "a", header: "Name" }]} />', ["Hosts", "Name"]],
])("a text %s is found", (_where, source, expected) => {
  expect(textsOf(`const shown = ${source};`)).toEqual(expected);
});

test.each([
  ["what a catalogue says", '<p title={t("a")}>{t("b")}</p>'],
  ["names that are the same for all", '<p title="VIP">Primacy</p>'],
  ["signs and figures", "<p>{a} / {b} · 24 –</p>"],
  ["what is no text", '<p className="text-sm" id="a" data-title="x">{a === "b" ? c : d}</p>'],
])("%s is none", (_what, source) => {
  expect(textsOf(`const shown = ${source};`)).toEqual([]);
});

test("what only tests and the gallery show may be English", () => {
  expect(isComponent("apps/web/src/frame/jump.tsx")).toBe(true);
  expect(isComponent("packages/ui/src/overlays/dialog.tsx")).toBe(true);
  expect(isComponent("packages/ui/gallery/pages/lists.tsx")).toBe(false);
  expect(isComponent("apps/web/src/features/fix/fix-action.fixture.tsx")).toBe(false);
  expect(isComponent("packages/ui/src/server-render.test.tsx")).toBe(false);
});

it("makes the lint fail where one is planted", () => {
  const folder = "apps/web/src/planted-by-literal-texts-test";
  const file = `${folder}/planted.tsx`;
  try {
    mkdirSync(path.join(root, folder), { recursive: true });
    writeFileSync(path.join(root, file), "export const planted = <p>Only in English</p>;\n");
    const { status, stdout } = spawnSync(process.execPath, ["scripts/lint-structure.mjs", folder], {
      cwd: root,
      encoding: "utf8",
    });
    expect(stdout).toContain(`${file}:1: "Only in English"`);
    expect(status).toBe(1);
  } finally {
    rmSync(path.join(root, folder), { recursive: true, force: true });
  }
});
