import { expect, it } from "vitest";
import { askedOf, openInChromium } from "../../testing/chromium.fixture";

const open = openInChromium(new URL("./agents-step.fixture.tsx", import.meta.url));

it.each([
  [false, '{"hostOperator":false}'],
  [true, '{"hostOperator":true}'],
])("new hosts get the host operator only where its box was ticked (%s)", async (isTicked, body) => {
  const page = await open();
  const box = page.getByRole("checkbox", { name: "Also switch on the host operator" });
  expect(await box.isChecked()).toBe(false);
  if (isTicked) await box.click();
  await page.getByRole("button", { name: "Install the agents" }).click();
  await page.getByText("Primacy is installing the agents.").waitFor();
  const asked = await askedOf(page);
  expect(asked).toHaveLength(2);
  for (const line of asked) {
    expect(line).toMatch(/^POST \S+\/agent /);
    expect(line.endsWith(` ${body}`)).toBe(true);
  }
  await page.close();
});
