import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { PlanList } from "./plan-list";

/** Whether the step of db1 says `db1` by itself, beside its title. */
function showsHostBeside(title: string): boolean {
  const markup = renderToStaticMarkup(
    <PlanList
      label="Plan"
      steps={[{ id: "1", title, host: "db1", state: "pending", stateLabel: "Pending" }]}
    />,
  );
  return markup.includes(">db1</");
}

describe("the host of a step", () => {
  it.each(["Ask db1", "Ask db1.", "db1 is asked", "询问db1的代理", "Ask db12, then db1"])(
    "is not said again beside a title that names it: %s",
    (title) => {
      expect(showsHostBeside(title)).toBe(false);
    },
  );

  it.each(["Ask db12", "Ask payments-db1", "Ask mydb1", "Ask eu.db1", "Ask everybody"])(
    "stands beside a title that names another host or none: %s",
    (title) => {
      expect(showsHostBeside(title)).toBe(true);
    },
  );
});
