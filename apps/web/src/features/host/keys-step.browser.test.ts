import { expect, it } from "vitest";
import { askedOf, openInChromium } from "../../testing/chromium.fixture";

const open = openInChromium(new URL("./keys-step.fixture.tsx", import.meta.url));

it("hosts whose keys were asked for again are added, and an address that stands there twice is left to the console to refuse", async () => {
  const page = await open();
  const accept = page.getByRole("button", { name: "I compared them: add the hosts" });
  await page
    .getByText(/^192\.0\.2\.11 presented no key: /)
    .first()
    .waitFor();
  expect(await accept.isDisabled()).toBe(true);
  await page.getByRole("button", { name: "Read the key again" }).click();
  await expect.poll(() => page.getByText("SHA256:abcdefghijklmnopqrstuvwxyz").count()).toBe(2);
  await accept.click();
  await expect.poll(async () => (await askedOf(page)).at(-1)).toMatch(/^POST \S+\/hosts /);
  const body = JSON.parse((await askedOf(page)).at(-1)?.replace(/^POST \S+\/hosts /, "") ?? "");
  expect(body.hosts.map((host: { name: string }) => host.name)).toEqual(["db1", "db2"]);
  await page.close();
});

it("a bad key and a taken name are told beside a machine that shows no key, all at once", async () => {
  const page = await open("refused");
  await page
    .getByText(/^192\.0\.2\.11 presented no key: /)
    .first()
    .waitFor();
  const summary = page.getByRole("alert").first();
  await expect.poll(() => summary.textContent()).toMatch(/Unsupported key format.*db2.*presented no key/s);
  await page.getByRole("button", { name: "Read the key again" }).click();
  await expect.poll(() => page.getByText(/presented no key/).count()).toBe(0);
  expect(await summary.textContent()).toContain("Unsupported key format");
  expect((await askedOf(page)).filter((line) => / \S+\/hosts /.test(line))).toEqual([]);
  await page.close();
});
