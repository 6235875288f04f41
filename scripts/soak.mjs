import { runWithLab } from "./lib/lab-command.mjs";
import { endWrongCall } from "./lib/read-options.mjs";
import { parseCall, usage } from "./soak/call.mjs";

// Before anything is installed or built for it.
endWrongCall(parseCall(process.argv.slice(2)).problems, usage);

await runWithLab("A soak", "scripts/soak/main.ts");
