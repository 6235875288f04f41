import type { Page } from "@playwright/test";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type GalleryBrowser, type GalleryPage, startGallery } from "../../gallery/browser";

let gallery: GalleryBrowser;

beforeAll(async () => {
  gallery = await startGallery();
});

afterAll(async () => {
  await gallery.close();
});

/** Runs with its own page, and closes it whatever happens. */
async function withPage(
  still: boolean,
  act: (view: GalleryPage) => Promise<void>,
  screen: "desk" | "phone" = "desk",
): Promise<void> {
  const view = await gallery.open({ theme: "dark", screen, still });
  try {
    await act(view);
  } finally {
    await view.context.close();
  }
}

interface Travel {
  /** How far the address moved, in pixels. */
  readonly distance: number;
  /** The seconds that its travel took by the style sheet; null without one. */
  readonly seconds: number | null;
}

/** Presses "Switch over" and waits until the address is where it goes. */
function watchTravel(page: Page): Promise<Travel> {
  return page.evaluate(`(async () => {
    const chip = document.querySelector('[data-id="chip:vip"]');
    const from = chip.getBoundingClientRect().x;
    const travels = () => chip.getAnimations().filter((one) => one.transitionProperty === "transform");
    let seconds = null;
    [...document.querySelectorAll("button")].find((button) => button.textContent === "Switch over").click();
    do {
      await new Promise(requestAnimationFrame);
      for (const one of travels()) seconds = one.effect.getComputedTiming().duration / 1000;
    } while (travels().length > 0 || chip.getBoundingClientRect().x === from);
    return { distance: chip.getBoundingClientRect().x - from, seconds };
  })()`);
}

function placesOf(page: Page): Promise<unknown> {
  return page.evaluate(
    `[...document.querySelectorAll(".react-flow__node-card, .react-flow__node-entry")].map((node) => [node.dataset.id, node.style.transform])`,
  );
}

/**
 * How many chips are drawn, and which of them cover another, a way in, or, where they stand on no card, a card; or stick out
 * of their card or of the page.
 */
function collisionsOf(page: Page): Promise<unknown> {
  return page.evaluate(`(() => {
    const boxOf = (element) => element.getBoundingClientRect();
    const meets = (one, other) =>
      one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
    const isIn = (one, other) =>
      one.left >= other.left && one.right <= other.right && one.top >= other.top && one.bottom <= other.bottom;
    const buttons = [...document.querySelectorAll("button[aria-label]")];
    const chips = buttons.filter((one) => /^VIP|answered by/.test(one.getAttribute("aria-label")));
    const cards = buttons.filter((one) => /^db\\d$/.test(one.getAttribute("aria-label"))).map(boxOf);
    const entries = buttons.filter((one) => /^Clients/.test(one.getAttribute("aria-label"))).map(boxOf);
    const collisions = chips.flatMap((chip, index) => {
      const name = chip.getAttribute("aria-label");
      const box = boxOf(chip.firstElementChild);
      const onCard = cards.filter((card) => meets(box, card));
      const text = chip.querySelector(".truncate");
      return [
        ...(chips.slice(index + 1).some((other) => meets(box, boxOf(other.firstElementChild))) ? [name + " meets a chip"] : []),
        ...(entries.some((entry) => meets(box, entry)) ? [name + " meets a way in"] : []),
        ...(name.includes("nobody") && onCard.length > 0 ? [name + " meets a card"] : []),
        ...(!name.includes("nobody") && !onCard.some((card) => isIn(box, card)) ? [name + " is not in a card"] : []),
        ...(text.scrollWidth > text.clientWidth ? [name + " is cut off"] : []),
        ...(box.left < 0 || box.right > window.innerWidth ? [name + " sticks out"] : []),
      ];
    });
    return { chips: chips.length, collisions };
  })()`);
}

describe("the topology in Chromium", () => {
  it("lets the address travel to its new holder in under 300 ms, and moves nothing else", async () => {
    await withPage(false, async ({ page, show }) => {
      await show("topology-3");
      const before = await placesOf(page);
      const travel = await watchTravel(page);
      expect(travel.distance).toBeGreaterThan(200);
      expect(travel.seconds).toBeGreaterThan(0.1);
      expect(travel.seconds).toBeLessThan(0.3);
      expect(await placesOf(page)).toEqual(before);
    });
  });

  it("puts the address there at once for who asks for reduced motion", async () => {
    await withPage(true, async ({ page, show }) => {
      await show("topology-3");
      const travel = await watchTravel(page);
      expect(travel.distance).toBeGreaterThan(200);
      expect(travel.seconds).toBeNull();
    });
  });

  it("never loses a line: not while it wakes up in the browser, not while the address travels", async () => {
    await withPage(false, async ({ page, show }) => {
      await page.addInitScript(`
        window.lineCounts = [];
        requestAnimationFrame(function look() {
          const lines = document.querySelectorAll(".ui-topology-line").length;
          if (lines !== window.lineCounts.at(-1)) window.lineCounts.push(lines);
          requestAnimationFrame(look);
        });
      `);
      await show("topology-9");
      await watchTravel(page);
      const counts = await page.evaluate(
        "window.lineCounts.filter((count, index) => index > 0 || count > 0)",
      );
      expect(counts).toEqual([13]);
    });
  });

  it("is walked by Tab in reading order, opens a panel by Enter, and has the focus back once it closed", async () => {
    await withPage(true, async ({ page, show }) => {
      await show("topology-3");
      await page.getByRole("button", { name: "Switch over" }).focus();
      const walked: (string | null)[] = [];
      for (let step = 0; step < 6; step += 1) {
        await page.keyboard.press("Tab");
        walked.push(await page.locator(":focus").getAttribute("aria-label"));
      }
      expect(walked.slice(0, 4)).toEqual(["Clients", "db1", "db2", "db3"]);
      expect(walked.slice(4).sort()).toEqual([
        "10.77.0.100 is answered by db2",
        "VIP 10.77.0.100, held by db2",
      ]);
      const db2 = page.getByRole("button", { name: "db2", exact: true });
      await db2.press("Enter");
      await page.getByRole("dialog", { name: "host-2" }).and(page.locator(":focus")).waitFor();
      await page.keyboard.press("Escape");
      await db2.and(page.locator(":focus")).waitFor();
    });
  });

  it("stays usable beside an open panel: another host takes the panel over", async () => {
    await withPage(true, async ({ page, show }) => {
      await show("topology-3");
      await page.getByRole("button", { name: "db1", exact: true }).click();
      await page.getByRole("dialog", { name: "host-1" }).waitFor();
      await page.getByRole("button", { name: "db2", exact: true }).click();
      await page.getByRole("dialog", { name: "host-2" }).waitFor();
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "hidden" });
    });
  });

  it("tells a screen reader each host's facts, and no word of the drawing library", async () => {
    await withPage(true, async ({ page, show }) => {
      await show("topology-trouble");
      const button = page.getByRole("button", { name: "db1", exact: true });
      const facts = await button.getAttribute("aria-describedby");
      expect(await page.locator(`[id="${facts}"]`).innerText()).toContain("Host down");
      expect(await page.getByRole("application").count()).toBe(0);
      const tree = await page.locator("main, #root").first().ariaSnapshot();
      expect(tree).not.toMatch(/Edge from|Press enter|react/i);
    });
  });

  it("draws a dead host, a dead agent, a dead database and a stale card in four ways", async () => {
    await withPage(true, async ({ page, show }) => {
      await show("topology-trouble");
      const looks = await page.evaluate(`[1, 3, 4, 5].map((number) => {
        const card = document.querySelector('[data-id="card:host-' + number + '"] > div');
        const style = getComputedStyle(card);
        const hatched = [...card.querySelectorAll(".ui-hatch")].map((part) => part.previousElementSibling?.tagName);
        return [style.borderTopStyle, style.borderTopColor, style.backgroundImage !== "none", hatched.join()].join(" ");
      })`);
      expect(new Set(Array.isArray(looks) ? looks : []).size).toBe(4);
    });
  });

  it("draws an address for writes and four for reads apart, and keeps them apart where no host has them", async () => {
    await withPage(true, async ({ page, show }) => {
      await show("topology-reads");
      const before = await placesOf(page);
      expect(await collisionsOf(page)).toEqual({ chips: 10, collisions: [] });
      await page.getByRole("button", { name: "Lose and find" }).click();
      await page.getByText("On no known host").first().waitFor();
      expect(await collisionsOf(page)).toEqual({ chips: 5, collisions: [] });
      expect(await placesOf(page)).toEqual(before);
    });
    await withPage(
      true,
      async ({ page, show }) => {
        await show("topology-reads");
        await page.locator(".react-flow").waitFor({ state: "detached" });
        expect(await collisionsOf(page)).toEqual({ chips: 10, collisions: [] });
        await page.getByRole("button", { name: "Lose and find" }).click();
        await page.getByText("On no known host").first().waitFor();
        expect(await collisionsOf(page)).toEqual({ chips: 5, collisions: [] });
        expect(await page.evaluate("document.documentElement.scrollWidth - window.innerWidth")).toBe(0);
      },
      "phone",
    );
  });

  it("is the same as a list on a phone: every host, and the address inside its holder", async () => {
    await withPage(
      true,
      async ({ page, show }) => {
        await show("topology-9");
        await page.locator(".react-flow").waitFor({ state: "detached" });
        const list = page.getByRole("region", { name: "Topology of orders-production" });
        for (let number = 1; number <= 9; number += 1) {
          expect(await list.getByRole("button", { name: `db${number}`, exact: true }).count()).toBe(1);
        }
        expect(await list.getByRole("button", { name: "VIP 10.77.0.100, held by db2" }).isVisible()).toBe(
          true,
        );
      },
      "phone",
    );
  });
});
