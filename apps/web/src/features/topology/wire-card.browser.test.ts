import { fileURLToPath } from "node:url";
import type { Browser, Locator, Page } from "@playwright/test";
import { launchChromium } from "@primacy/ui/testing";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { conflictingMac, holderMac } from "./wire.fixture";

let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await launchChromium();
  const built = await build({
    entryPoints: [fileURLToPath(new URL("./wire-card.fixture.tsx", import.meta.url))],
    bundle: true,
    write: false,
    format: "iife",
    jsx: "automatic",
    define: { "process.env.NODE_ENV": '"production"' },
  });
  page = await browser.newPage();
  page.setDefaultTimeout(120_000);
  await page.setContent("<!doctype html><title>a console</title>");
  await page.addScriptTag({ content: built.outputFiles[0]?.text ?? "" });
});
afterAll(() => browser.close());

function card(name: string): Locator {
  return page.getByRole("region", { name, exact: true });
}

/** True where the words stand beside an icon, so that colour is not what tells the state. */
async function hasIcon(words: Locator): Promise<boolean> {
  return (await words.locator("xpath=..").locator("svg").count()) === 1;
}

describe("who answers on the wire, in Chromium", () => {
  it("says in words and with an icon that two machines answer, which, and what to do", async () => {
    const many = card("en many");
    const state = many.getByText("2 machines answer", { exact: true });
    await state.waitFor();
    expect(await hasIcon(state)).toBe(true);
    const owners = many.getByRole("list", { name: "Machines that answer" }).getByRole("listitem");
    expect(await owners.count()).toBe(2);
    expect(await owners.first().innerText()).toMatch(new RegExp(`db1.*${holderMac}.*authorized holder`, "s"));
    expect(await owners.last().innerText()).toMatch(
      new RegExp(`does not know.*${conflictingMac}.*not authorized.*seen by app1`, "s"),
    );
    await many.getByText(/Find the machine with the network card/).waitFor();
    const askers = many.getByRole("list", { name: "Hosts that check" });
    expect(await askers.innerText()).toContain("app1 (observer) received");
  });

  it("says that nobody answers, and that all is well, in the same place", async () => {
    const none = card("en none").getByText("No machine answers", { exact: true });
    expect(await hasIcon(none)).toBe(true);
    expect(await card("en none").innerText()).toContain("no answer");
    expect(await card("en none").innerText()).toContain("arp_ignore");
    const one = card("en one").getByText("One machine answers: the authorized holder", { exact: true });
    expect(await hasIcon(one)).toBe(true);
    expect(await card("en one").getByRole("heading", { level: 3 }).count()).toBe(0);
  });

  it("says the same in Chinese", async () => {
    await card("zh many").getByText("2 台机器应答", { exact: true }).waitFor();
    await card("zh none").getByText("无人应答", { exact: true }).waitFor();
    expect(await card("zh many").innerText()).not.toMatch(/What to do|seen by|answers/);
  });
});
