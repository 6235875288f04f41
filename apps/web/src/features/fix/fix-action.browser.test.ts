import { fileURLToPath } from "node:url";
import { type Browser, chromium, type Page } from "@playwright/test";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

let browser: Browser;
let script: string;

beforeAll(async () => {
  browser = await chromium.launch({
    executablePath: process.env.PRIMACY_CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking"],
  });
  const built = await build({
    entryPoints: [fileURLToPath(new URL("./fix-action.fixture.tsx", import.meta.url))],
    bundle: true,
    write: false,
    format: "iife",
    jsx: "automatic",
    define: { "process.env.NODE_ENV": '"production"', "process.env": "{}" },
  });
  script = built.outputFiles[0]?.text ?? "";
});
afterAll(() => browser.close());

async function open(): Promise<Page> {
  const page = await browser.newPage();
  await page.setContent("<!doctype html><title>a console</title>");
  await page.addScriptTag({ content: script });
  return page;
}

const askedOf = (page: Page): Promise<string[]> =>
  page.locator('ol[aria-label="asked"] li').allTextContents();

describe("a fix in the dialog that enables a VIP, in Chromium", () => {
  it("is ordered as it was shown, without enabling the VIP, and leads to a new check", async () => {
    const page = await open();
    await page.getByText(/group_replication_member_expel_timeout is 5/).waitFor();
    await page.getByRole("button", { name: "Fix", exact: true }).click();
    const fix = page.getByRole("dialog", { name: /^Set group_replication_member_expel_timeout/ });
    await fix.getByText("Set group_replication_member_expel_timeout to 0 on db1, where it is 5").waitFor();
    await fix.getByLabel("User").fill("root");
    await fix.getByLabel("Password").fill("secret of root");
    await fix.getByLabel("Password").press("Enter");
    await fix.getByText("Set on every member").waitFor();
    const [check, order, ...others] = await askedOf(page);
    expect(others).toEqual([]);
    expect(check).toMatch(/^POST \S+\/vips\/check /);
    const basis = { value: "0", members: expect.any(Array) };
    expect(JSON.parse(order?.replace(/^POST \S+\/fixes /, "") ?? "")).toMatchObject({
      fix: "expel_timeout",
      basis,
    });
    await fix.getByRole("button", { name: "Check again" }).click();
    await expect.poll(async () => (await askedOf(page)).length).toBe(3);
    expect((await askedOf(page)).at(-1)).toMatch(/^POST \S+\/vips\/check /);
    await page.close();
  });
});
