import { type DrillLever, message } from "@primacy/contract";
import { useState } from "react";
import { clusterId, idOf, showBeforeConsole } from "../../vip/console-page.fixture";
import { DrillStrip } from "./drill-strip";

/**
 * The strip in front of a console: `#running`, `#ready`, `#healing`, `#held` (with `both`, one heals still), `#none`; `#ending` runs until
 * it is stopped; with `admin` or `viewer` somebody else looks.
 */
const asked = new URLSearchParams(location.hash.slice(1));
const has = (name: string): boolean => asked.has(name);
const isGoing = ["running", "ready", "healing", "both", "ending"].some(has);

const lever: DrillLever = {
  held: has("held")
    ? { by: "alice", at: "2026-11-28T05:00:00.000Z", reason: "The shop opens at nine." }
    : null,
  running: isGoing
    ? [
        {
          id: idOf(7),
          clusterId,
          clusterName: "orders",
          fault: message("step.drill.kill_mysqld", { member: "db1" }),
          faultAt: has("ready") ? null : new Date(Date.now() - 12_000).toISOString(),
          isHealing: has("healing") || has("both"),
        },
      ]
    : [],
};

function Page() {
  const [isShown, setShown] = useState(true);
  return (
    <>
      {isShown ? <DrillStrip /> : null}
      <button type="button" onClick={() => setShown(!isShown)}>
        page
      </button>
    </>
  );
}

let isOver = false;

showBeforeConsole(
  (method, _path, text) => {
    if (method === "GET") return { status: 200, body: isOver ? { held: null, running: [] } : lever };
    isOver = has("ending");
    const { isHeld } = JSON.parse(text);
    return { status: 200, body: { ...lever, held: isHeld ? lever.held : null } };
  },
  <Page />,
  has("viewer") ? "viewer" : has("admin") ? "admin" : "operator",
);
