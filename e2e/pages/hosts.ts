import { expect, type Page } from "@playwright/test";
import type { Words } from "../words";
import type { Look } from "./look";

/** A machine as an operator enters it. */
export interface EnteredHost {
  readonly name: string;
  readonly address: string;
}

/** Adds hosts with one private key, accepts their keys and installs the agents, as the wizard leads. */
export async function addHosts(
  page: Page,
  words: Words,
  hosts: readonly EnteredHost[],
  privateKey: string,
  look: Look,
): Promise<void> {
  await page.goto("/hosts/new");
  await look(page);
  for (const [index, host] of hosts.entries()) {
    if (index > 0) await page.getByRole("button", { name: words.another }).click();
    await page.locator('input[name="address"]').nth(index).fill(host.address);
    await page.locator('input[name="name"]').nth(index).fill(host.name);
  }
  await page.getByLabel(words.privateKey).fill(privateKey);
  await page.getByRole("button", { name: words.scan }).click();
  const accept = page.getByRole("button", { name: words.acceptAll });
  await expect(accept).toBeEnabled();
  await look(page);
  await accept.click();
  await page.getByRole("button", { name: words.install }).click();
  await expect(page.getByRole("main").getByText(words.succeeded, { exact: true })).toHaveCount(hosts.length, {
    timeout: 120_000,
  });
  await look(page);
}
