import { expect, it } from "vitest";
import { openInChromium } from "../../testing/chromium.fixture";
import { followedMs } from "./recent-ends";

const open = openInChromium(new URL("./operation-drawer.fixture.tsx", import.meta.url));

it("the drawer shows what runs, and what ended only for a short while and not beside a problem", async () => {
  const page = await open("", { withClock: true });
  const drawer = page.getByRole("region", { name: "Operations" });
  const [state, tone] = [page.getByLabel("state"), page.getByLabel("tone")];
  // It had ended before the page was opened: old news.
  await page.getByText("1 listed").waitFor();
  expect(await drawer.count()).toBe(0);
  await state.fill("running");
  await drawer.getByText("1 operation is running").waitFor();
  await tone.fill("failed");
  await drawer.getByText("1 operation is running").waitFor();
  await state.fill("succeeded");
  await drawer.waitFor({ state: "detached" });
  await tone.fill("ok");
  await drawer.getByText(/^Last: /).waitFor();
  await page.clock.fastForward(followedMs);
  await drawer.waitFor({ state: "detached" });
  await page.close();
});
