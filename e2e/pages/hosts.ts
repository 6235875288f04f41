import { expect, type Page } from "@playwright/test";
import type { Words } from "../words";

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
): Promise<void> {
  await page.goto("/hosts/new");
  for (const [index, host] of hosts.entries()) {
    if (index > 0) await page.getByRole("button", { name: words.another }).click();
    await page.locator('input[name="address"]').nth(index).fill(host.address);
    await page.locator('input[name="name"]').nth(index).fill(host.name);
  }
  await page.getByLabel(words.privateKey).fill(privateKey);
  await page.getByRole("button", { name: words.scan }).click();
  await page.getByRole("button", { name: words.acceptAll }).click();
  await page.getByRole("button", { name: words.install }).click();
  await expect(page.getByRole("main").getByText(words.succeeded, { exact: true })).toHaveCount(hosts.length, {
    timeout: 120_000,
  });
}
