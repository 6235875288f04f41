import { describe, expect, it } from "vitest";
import { askedOf, openInChromium } from "../../testing/chromium.fixture";

const open = openInChromium(new URL("./proxy.fixture.tsx", import.meta.url));

describe("the pages of proxies, in Chromium", () => {
  it("a proxy is set up from two hosts and an address: checked, shown with both files, ordered by the cluster's name", async () => {
    const page = await open("new");
    await page.getByRole("button", { name: "Check", exact: true }).click();
    await page.getByText("HAProxy and Keepalived need two hosts or more.").first().waitFor();
    await page.getByLabel("px1").click();
    await page.getByLabel("px2").click();
    await page.getByText("px1 (preferred)").waitFor();
    await page.getByLabel(/^Address/).fill("10.77.0.110");
    expect(await page.getByLabel(/^VRRP group/).inputValue()).toBe("60");
    await page.getByRole("button", { name: "Check", exact: true }).click();
    await page.getByRole("button", { name: "Set up", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Set up HAProxy and Keepalived on px1, px2?" });
    await dialog.getByText(/are replaced, and HAProxy and Keepalived are started/).waitFor();
    const order = dialog.getByRole("button", { name: "Set up", exact: true });
    expect(await order.isDisabled()).toBe(true);
    await dialog.getByLabel(/^Type /).fill("orders");
    await order.click();
    await expect.poll(async () => (await askedOf(page)).length).toBe(2);
    const [, ordered] = await askedOf(page);
    expect(JSON.parse(ordered?.replace(/^POST \S+\/proxies /, "") ?? "")).toMatchObject({
      confirm: "orders",
      proxy: {
        kind: "haproxy",
        address: "10.77.0.110",
        ports: { write: 3307, read: 3308 },
        virtualRouterId: 60,
        nics: {},
      },
    });
    await page.close();
  });

  it("an address that is pasted with its prefix length fills both fields", async () => {
    const page = await open("new");
    await page.getByLabel(/^Address/).fill("10.77.0.110/22");
    await expect.poll(() => page.getByLabel(/^Prefix length/).inputValue()).toBe("22");
    expect(await page.getByLabel(/^Address/).inputValue()).toBe("10.77.0.110");
    await page.close();
  });

  it("a host that cannot have it is told with what was seen and what to do, and nothing can be ordered", async () => {
    const page = await open("refused");
    await page.getByLabel("px1").click();
    await page.getByLabel("px2").click();
    await page.getByLabel(/^Address/).fill("10.77.0.110");
    await page.getByRole("button", { name: "Check", exact: true }).click();
    await page.getByText("px2 has no Keepalived.").first().waitFor();
    await page
      .getByText(/apt-get install keepalived/)
      .first()
      .waitFor();
    await page
      .getByRole("row", { name: /^HAProxy's configuration/ })
      .getByRole("button", { name: /px2/ })
      .click();
    await page.getByText(/it is in use: listen orders/).waitFor();
    expect(await page.getByRole("button", { name: "Set up", exact: true }).isDisabled()).toBe(true);
    await page.close();
  });

  it("a proxy shows where each port leads and which host serves, and is removed by the cluster's name", async () => {
    const page = await open("list");
    await page.getByText("leads to db1 (3 ms)").waitFor();
    await page.getByText("leads nowhere: the connection was refused").waitFor();
    await page.getByText("holds the address").waitFor();
    await page.getByText("does not serve: the connection was refused").waitFor();
    await page.getByRole("button", { name: "Remove" }).click();
    const dialog = page.getByRole("dialog", { name: "Remove HAProxy + Keepalived?" });
    await dialog.getByLabel(/^Type /).fill("orders");
    await dialog.getByRole("button", { name: "Remove" }).click();
    await expect.poll(async () => (await askedOf(page)).some((one) => one.startsWith("DELETE "))).toBe(true);
    await page.close();
  });

  it("a proxy is stopped by the cluster's name, after the page has said what clients lose", async () => {
    const page = await open("list");
    await page.getByRole("button", { name: "Stop" }).click();
    const dialog = page.getByRole("dialog", { name: "Stop HAProxy + Keepalived?" });
    await dialog.getByText(/lose their connections and cannot connect until it is started/).waitFor();
    await dialog.getByText(/come through 10\.77\.0\.110:3307, 10\.77\.0\.110:3308\./).waitFor();
    await dialog.getByText(/nightly, weekly will come through it/).waitFor();
    await dialog.getByText(/prober of 10\.77\.0\.110:3307 continues and counts an outage/).waitFor();
    const stop = dialog.getByRole("button", { name: "Stop" });
    expect(await stop.isDisabled()).toBe(true);
    await dialog.getByLabel(/^Type /).fill("orders");
    await stop.click();
    await expect.poll(async () => (await askedOf(page)).some((one) => /^POST .*\/stop/.test(one))).toBe(true);
    await page.close();
  });

  it("a proxy that somebody has stopped says who, counts as no failure, and is started at once", async () => {
    const page = await open("stopped");
    await page.getByText(/^Stopped by ann on /).waitFor();
    await expect.poll(() => page.getByText("stopped", { exact: true }).count()).toBe(4);
    // MySQL Router serves, and its metadata lacks a member.
    await page.getByText(/The metadata of MySQL Router \(orders\) lacks db3/).waitFor();
    await page.getByRole("button", { name: "Start" }).first().click();
    await expect
      .poll(async () => (await askedOf(page)).some((one) => /^POST .*\/start/.test(one)))
      .toBe(true);
    await page.close();
  });

  it("a stopped proxy that serves again says so, and can be stopped again", async () => {
    const page = await open("again");
    await page.getByText(/^Stopped by ann on .*, but it serves again/).waitFor();
    expect(await page.getByRole("button", { name: "Start" }).count()).toBe(1);
    await page.getByRole("button", { name: "Stop" }).click();
    await page.getByRole("dialog", { name: "Stop HAProxy + Keepalived?" }).waitFor();
    await page.close();
  });

  it("where none was set up, it says what one is for, and how to begin", async () => {
    const page = await open("empty");
    await page.getByText("No proxy has been set up here").waitFor();
    const begin = page.getByRole("link", { name: "Set up HAProxy + Keepalived" });
    expect(await begin.getAttribute("href")).toMatch(/\/proxies\/haproxy$/);
    await page.close();
  });
});
