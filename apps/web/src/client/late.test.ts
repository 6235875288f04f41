import { describe, expect, it } from "vitest";
import { LateScript } from "./late";

describe("LateScript", () => {
  it("asks once, whoever needs it, and tells all who wait", async () => {
    let arrive: (value: { readonly name: string }) => void = () => undefined;
    let loads = 0;
    const script = new LateScript(() => {
      loads += 1;
      return new Promise<{ readonly name: string }>((resolve) => {
        arrive = resolve;
      });
    });
    const told: string[] = [];
    script.begin();
    const stop = script.subscribe(() => told.push("first"));
    const both = new Promise<void>((resolve) => {
      script.subscribe(() => {
        told.push("second");
        resolve();
      });
    });
    stop();
    expect(script.read()).toBeNull();
    arrive({ name: "charts" });
    await both;
    expect([loads, told, script.read()]).toEqual([1, ["second"], { name: "charts" }]);
  });

  it("throws why it could not be loaded, as the page is drawn", async () => {
    const script = new LateScript<object>(() => Promise.reject(new Error("the script is gone")));
    await new Promise<void>((resolve) => {
      script.subscribe(resolve);
    });
    expect(() => script.read()).toThrow("the script is gone");
  });
});
