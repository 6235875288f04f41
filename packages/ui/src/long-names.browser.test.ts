import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type GalleryBrowser, type GalleryPage, SCREENS, startGallery } from "../gallery/browser";

let gallery: GalleryBrowser;
let view: GalleryPage;

beforeAll(async () => {
  gallery = await startGallery();
  view = await gallery.open({ theme: "light", screen: "desk" });
});

afterAll(async () => {
  await view.context.close();
  await gallery.close();
});

describe("long names, paths and figures", () => {
  it("never make the page wider than a phone", async () => {
    await view.page.setViewportSize(SCREENS.phone);
    await view.show("long");
    await view.page.locator(".react-flow").waitFor({ state: "detached" });
    expect(await view.page.evaluate("document.documentElement.scrollWidth - window.innerWidth")).toBe(0);
  });

  it("leave a table's words and figures whole", async () => {
    await view.page.setViewportSize(SCREENS.desk);
    await view.show("long");
    const table = view.page.getByRole("table", { name: "Members" });
    for (const text of ["SECONDARY", "UNREACHABLE", "Database dead", "129384", "12 min 14 sec"]) {
      const lines = await table
        .getByText(text, { exact: true })
        .first()
        .evaluate((element) => {
          const range = document.createRange();
          range.selectNodeContents(element);
          return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
        });
      expect(`${text}: ${lines}`).toBe(`${text}: 1`);
    }
  });

  it("begin the card of a row on a phone with its name, wherever its column stands", async () => {
    await view.page.setViewportSize(SCREENS.phone);
    await view.show("long");
    const row = view.page.getByRole("table", { name: "Members" }).getByRole("row").nth(0);
    const name = await row.getByRole("rowheader").boundingBox();
    const time = await row.getByText("03:04:05").boundingBox();
    expect(name?.y).toBeLessThan(time?.y ?? 0);
  });

  it("show the end of each host's name in the topology, where names differ", async () => {
    await view.page.setViewportSize(SCREENS.desk);
    await view.show("long");
    for (const number of [1, 2, 3]) {
      const card = view.page.locator(`[data-id="card:host-${number}"]`);
      const edge = await card.boundingBox();
      const end = await card.getByText(`ral-1-db0${number}`, { exact: true }).boundingBox();
      expect(end?.width).toBeGreaterThan(40);
      expect((end?.x ?? 0) + (end?.width ?? 0)).toBeLessThan((edge?.x ?? 0) + (edge?.width ?? 0));
    }
  });

  it("keep a space that stands where a name would be cut", async () => {
    await view.page.setViewportSize(SCREENS.desk);
    await view.show("long");
    const gapPx = await view.page
      .getByRole("link", { name: "Orders cluster production" })
      .evaluate((element) => {
        const [head, tail] = element.querySelectorAll("[aria-hidden]");
        const text = head?.firstChild;
        if (tail === undefined || text === undefined || text === null) return null;
        const range = document.createRange();
        range.setStart(text, "Orders cluste".length);
        range.setEnd(text, "Orders cluster".length);
        return tail.getBoundingClientRect().left - range.getBoundingClientRect().right;
      });
    expect(gapPx).toBeGreaterThan(2);
  });

  it("keep the state of a member whole in its card", async () => {
    await view.page.setViewportSize(SCREENS.desk);
    await view.show("long");
    const card = view.page.locator('[data-id="card:host-3"]');
    const state = await card.getByText("UNREACHABLE", { exact: true }).boundingBox();
    const row = await card.getByText("UNREACHABLE", { exact: true }).locator("xpath=../..").boundingBox();
    expect((state?.x ?? 0) + (state?.width ?? 0)).toBeLessThanOrEqual((row?.x ?? 0) + (row?.width ?? 0));
    expect((state?.y ?? 0) + (state?.height ?? 0)).toBeLessThanOrEqual(
      (row?.y ?? 0) + (row?.height ?? 0) + 1,
    );
  });

  it("keep a check's name beside its results while nine hosts scroll", async () => {
    await view.page.setViewportSize(SCREENS.phone);
    await view.show("long");
    const matrix = view.page.getByRole("region", { name: "Checks of the fleet" });
    await matrix.evaluate((element) => element.scrollTo(element.scrollWidth, 0));
    const name = await matrix.getByRole("rowheader", { name: "The member is online" }).boundingBox();
    const last = await matrix
      .getByRole("button", { name: /db09: passed/ })
      .last()
      .boundingBox();
    expect(name?.x).toBeGreaterThanOrEqual(0);
    expect((last?.x ?? 0) + (last?.width ?? 0)).toBeLessThanOrEqual(SCREENS.phone.width);
    expect(last?.x).toBeGreaterThan((name?.x ?? 0) + (name?.width ?? 0));
  });

  it("name a step's host once: in its title, or beside it", async () => {
    await view.page.setViewportSize(SCREENS.desk);
    await view.show("long");
    const steps = view.page.getByRole("list", { name: "Plan" });
    expect(await steps.getByText("payments-authorisation-eu-central-1-db05").count()).toBe(1);
    expect(await steps.getByText("db1", { exact: true }).count()).toBe(1);
  });

  it("bring the current one of many tabs into sight on a phone", async () => {
    await view.page.setViewportSize(SCREENS.phone);
    await view.show("long");
    const tab = await view.page.getByRole("link", { name: "Certificates" }).boundingBox();
    expect((tab?.x ?? 0) + (tab?.width ?? 0)).toBeLessThanOrEqual(SCREENS.phone.width);
  });
});
