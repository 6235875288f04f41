import type { Page } from "@playwright/test";
import type { Words } from "../words";

/** Makes the first administrator on an empty console. */
export async function createAdministrator(
  page: Page,
  words: Words,
  person: { name: string; password: string },
): Promise<void> {
  await page.goto("/");
  await page.getByLabel(words.name).fill(person.name);
  await page.getByLabel(words.password).fill(person.password);
  await page.getByRole("button", { name: words.createAdmin }).click();
  await page.getByRole("button", { name: words.signOut }).waitFor();
}

/** Signs in. */
export async function signIn(
  page: Page,
  words: Words,
  person: { name: string; password: string },
): Promise<void> {
  await page.goto("/sign-in");
  await page.getByLabel(words.name).fill(person.name);
  await page.getByLabel(words.password).fill(person.password);
  await page.getByRole("button", { name: words.signIn, exact: true }).click();
  // On a phone the way out stands in the menu: the address tells everywhere.
  await page.waitForURL((url) => !url.pathname.startsWith("/sign-in"));
  await page.getByRole("main").getByRole("heading", { level: 1 }).waitFor();
}
