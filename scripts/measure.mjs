import { runWithLab } from "./lib/lab-command.mjs";
import { endWrongCall } from "./lib/read-options.mjs";
import { parseCall, usage } from "./measure/call.mjs";

// Before anything is installed or built for it.
const { name, problems } = parseCall(process.argv.slice(2));
endWrongCall(problems, usage);

await runWithLab("Measuring", "scripts/measure/main.ts", {
  programs: { "chromium-headless-shell": "chromium-headless-shell" },
  products: name === "agent-cost" ? ["unwatched agent"] : [],
});
