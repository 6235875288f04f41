import { expect, type Locator, type Page } from "@playwright/test";
import {
  formatMessage,
  type Locale,
  type MessageCode,
  type MessageParams,
  message,
  type Vip,
} from "@primacy/contract";
import type { Words } from "../words";
import type { Look } from "./look";

/** Who signs in to the servers. */
export interface Account {
  readonly user: string;
  readonly password: string;
}

/** How to reach the member from which a group is registered. */
export interface Seed extends Account {
  readonly address: string;
}

/** Registers a group and opens it; returns the path of its topology. */
export async function registerCluster(
  page: Page,
  words: Words,
  seed: Seed,
  name: string,
  look: Look,
): Promise<string> {
  await page.goto("/clusters/new");
  await look(page);
  await page.getByLabel(words.seedAddress).fill(seed.address);
  await page.getByLabel(words.administrator).fill(seed.user);
  await page.getByLabel(words.password).fill(seed.password);
  await page.getByRole("button", { name: words.discover }).click();
  await page.getByLabel(words.clusterName).fill(name, { timeout: 120_000 });
  await look(page);
  await page.getByRole("button", { name: words.register, exact: true }).click();
  await page.getByRole("link", { name: words.openCluster }).click({ timeout: 120_000 });
  await page.waitForURL(/\/clusters\/[0-9a-f-]{36}$/);
  return new URL(page.url()).pathname;
}

/** Goes through Configure VIP to its proof. */
export async function configureVip(
  page: Page,
  words: Words,
  clusterPath: string,
  { kind, address }: Pick<Vip, "kind" | "address">,
  look: Look,
): Promise<void> {
  await page.goto(`${clusterPath}/vip/new`);
  await page.getByRole("radio", { name: words.vipKinds[kind] }).click();
  await page.locator("input[name=address]").fill(address);
  await page
    .getByRole("main")
    .getByRole("button", { name: words.checks, exact: true })
    .click({ timeout: 120_000 });
  const apply = page.getByRole("button", { name: words.apply, exact: true });
  await expect(apply).toBeEnabled({ timeout: 120_000 });
  await look(page);
  await apply.click();
  await expect(page.getByRole("heading", { name: words.proved })).toBeVisible({ timeout: 120_000 });
}

/** Something that is done to a VIP, by the name of its button. */
export interface VipOrder {
  readonly address: string;
  /** The host on which it is done; without one it is done to the VIP as a whole. */
  readonly on?: string;
  readonly action: string;
  /** Fills in what is asked for before the plan is shown. */
  readonly fill?: (dialog: Locator) => Promise<void>;
  /** Typed where the cluster's name is asked for. */
  readonly confirm?: string;
}

/** Orders it on the page of the VIPs, from its dialog with the plan, and waits until it is done. */
export async function orderOfVip(
  page: Page,
  words: Words,
  clusterPath: string,
  { address, on, action, fill, confirm }: VipOrder,
  look: Look,
): Promise<void> {
  await page.goto(`${clusterPath}/vip`);
  const section = page.getByRole("region", { name: address, exact: true });
  const place = on === undefined ? section : findAgent(page, words, address, on);
  await place.getByRole("button", { name: action, exact: true }).click();
  const dialog = page.getByRole("dialog");
  await fill?.(dialog);
  const order = dialog.getByRole("button", { name: action, exact: true });
  await expect(order).toBeVisible({ timeout: 120_000 });
  await look(page);
  if (confirm !== undefined) await dialog.getByRole("textbox").fill(confirm);
  await order.click();
  await page.waitForURL(/\/operations\//);
  await expect(page.getByRole("main").getByText(words.succeeded, { exact: true }).first()).toBeVisible({
    timeout: 120_000,
  });
}

/** In the form of a read VIP: wants it on a host, and asks for the plan. */
export async function wantOn(dialog: Locator, words: Words, host: string): Promise<void> {
  await dialog.getByRole("combobox", { name: words.preferredHost, exact: true }).click();
  await dialog.page().getByRole("option", { name: host, exact: true }).click();
  await dialog.getByRole("button", { name: words.showPlan, exact: true }).click();
}

/** What the agent of a host says of a VIP, on the page of the VIPs. */
export function findAgent(page: Page, words: Words, address: string, host: string): Locator {
  return page
    .getByRole("region", { name: address, exact: true })
    .getByRole("list", { name: words.agents, exact: true })
    .getByRole("listitem")
    .filter({ has: page.getByText(host, { exact: true }) });
}

/** Gives the account for what Primacy's own ones may not do. */
export async function fillAccount(within: Locator, words: Words, account: Account): Promise<void> {
  await within.getByLabel(words.user).fill(account.user);
  await within.getByLabel(words.password).fill(account.password);
}

/** Where a switchover leads, and whether connections may end by themselves before it. */
export interface WantedSwitchover {
  readonly to: string;
  /** Drains first, for at most so long. */
  readonly drainSeconds?: number;
}

/** Orders a switchover; what is looked at are its pre-conditions and its plan. */
export async function orderSwitchover(
  page: Page,
  words: Words,
  clusterPath: string,
  { to, drainSeconds }: WantedSwitchover,
  look: Look,
): Promise<void> {
  await page.goto(`${clusterPath}/switchover`);
  await page.getByRole("radio", { name: to }).click();
  if (drainSeconds !== undefined) {
    await page.getByRole("checkbox", { name: words.drainFirst }).click();
    await page.getByLabel(words.waitAtMost).fill(String(drainSeconds));
  }
  await page.getByRole("main").getByRole("button", { name: words.lookAt }).click();
  const order = page.getByRole("main").getByRole("button", { name: words.switchTo(to) });
  await expect(order).toBeEnabled({ timeout: 120_000 });
  await look(page);
  await order.click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox").fill("orders");
  await dialog.getByRole("button", { name: words.switchTo(to) }).click();
}

/** Switches over to a host and waits for the result. */
export async function switchOver(
  page: Page,
  words: Words,
  clusterPath: string,
  to: string,
  from: string,
  look: Look,
): Promise<void> {
  await orderSwitchover(page, words, clusterPath, { to }, look);
  await expect(page.getByText(words.isPrimary(to, from))).toBeVisible({ timeout: 120_000 });
}

/** Orders a rolling restart that leaves a host's member as the primary; what is looked at is its plan. */
export async function orderRestart(
  page: Page,
  words: Words,
  clusterPath: string,
  { to, by }: { readonly to: string; readonly by: Account },
  look: Look,
): Promise<void> {
  const main = page.getByRole("main");
  await page.goto(`${clusterPath}/restart`);
  await main.getByRole("radio", { name: to }).click();
  await main.getByRole("button", { name: words.lookAt }).click();
  const order = main.getByRole("button", { name: words.restartAll(to) });
  await expect(order).toBeEnabled({ timeout: 120_000 });
  await look(page);
  await fillAccount(main, words, by);
  await order.click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox").fill("orders");
  await dialog.getByRole("button", { name: words.restartAll(to) }).click();
}

/** Asks for an action on the member of a host, from its menu; what would be done is shown in a dialog. */
export async function askForMember(
  page: Page,
  words: Words,
  clusterPath: string,
  host: string,
  action: string,
): Promise<void> {
  await page.goto(`${clusterPath}/members`);
  await page.getByRole("button", { name: words.actionsFor(host) }).click();
  await page.getByRole("menuitem", { name: action }).click();
}

/** Why a check failed on the group or a host, in codes of the catalogue. */
export interface Reason {
  readonly on: string;
  readonly title: MessageCode;
  readonly evidence: MessageCode;
  readonly remedy: MessageCode;
  readonly params: MessageParams;
}

/** Expects each of these to be told word by word: what was looked at, what was seen and what to do. */
export async function expectReasons(page: Page, language: Locale, reasons: readonly Reason[]): Promise<void> {
  const checks = page.getByRole("main").getByRole("table");
  for (const { on, title, evidence, remedy, params } of reasons) {
    const say = (code: MessageCode): string => formatMessage(message(code, params), language);
    const result = checks
      .getByRole("row", { name: say(title) })
      .getByRole("button", { name: new RegExp(`^${on}: `) });
    if ((await result.getAttribute("aria-expanded")) === "false") await result.click();
    for (const code of [evidence, remedy])
      await expect(checks.getByText(say(code), { exact: true })).toBeVisible();
  }
}

/** Expects the panel of a host to stand in the address: going back closes it, Escape closes it and gives the focus back. */
export async function expectPanelInAddress(page: Page, host: string, look: Look): Promise<void> {
  const card = page.getByRole("button", { name: host, exact: true });
  const panel = page.getByRole("dialog", { name: host });
  await card.click();
  await expect(panel).toBeVisible();
  await expect(page).toHaveURL(/[?&]selected=card/);
  await page.goBack();
  await expect(panel).toHaveCount(0);
  await page.goForward();
  await expect(panel).toBeVisible();
  await look(page);
  await page.keyboard.press("Escape");
  await expect(panel).toHaveCount(0);
  await expect(card).toBeFocused();
  await expect(page).not.toHaveURL(/selected=/);
}
