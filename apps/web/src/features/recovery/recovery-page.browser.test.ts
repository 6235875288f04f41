import { describe, expect, it } from "vitest";
import { askedOf, openInChromium } from "../../testing/chromium.fixture";

const open = openInChromium(new URL("./recovery-page.fixture.tsx", import.meta.url));

describe("the page of a group recovery, in Chromium", () => {
  it("lets the present primary be chosen, asks for the signature of the order, and sends both with the name", async () => {
    const page = await open();
    await page.getByRole("radio", { name: /^db1/ }).click();
    await page.getByRole("button", { name: "Run checks" }).click();
    await page.getByText("Sign the order for db2").waitFor();
    await page.getByText("ssh-keygen -Y sign -n primacy-fence", { exact: false }).waitFor();
    await page
      .getByLabel("Signature")
      .fill("-----BEGIN SSH SIGNATURE-----\nabc\n-----END SSH SIGNATURE-----");
    await page.getByRole("button", { name: "Recover the group from db1" }).click();
    const dialog = page.getByRole("dialog", { name: "Recover the group from db1?" });
    await dialog.getByText(/The group continues with db1 only/).waitFor();
    const order = dialog.getByRole("button", { name: "Recover the group from db1" });
    expect(await order.isDisabled()).toBe(true);
    await dialog.getByLabel(/^Type /).fill("orders");
    await order.click();
    await page.getByText("The group serves again from db1. ONLINE: 1").waitFor();
    await page.getByText("db1 holds the VIP. Start the other members next.").waitFor();
    const [, ordered, ...others] = await askedOf(page);
    expect(others).toEqual([]);
    expect(JSON.parse(ordered?.replace(/^POST \S+\/recovery /, "") ?? "")).toMatchObject({
      confirm: "orders",
      method: "force",
      order: {
        text: "Primacy fence order\nhost db2\n",
        signature: "-----BEGIN SSH SIGNATURE-----\nabc\n-----END SSH SIGNATURE-----",
      },
    });
    await page.close();
  });
});
