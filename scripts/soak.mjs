import { runWithLab } from "./lib/lab-command.mjs";
import { endWrongCall } from "./lib/read-options.mjs";
import { runTypeScript } from "./lib/typescript.mjs";
import { parseCall, usage } from "./soak/call.mjs";

// Before anything is installed or built for it.
const { problems, table, drills } = parseCall(process.argv.slice(2));
endWrongCall(problems, usage);

if (drills > 0) await runWithLab("A soak", "scripts/soak/drills.ts");
else if (table === null) await runWithLab("A soak", "scripts/soak/main.ts");
else await runTypeScript("scripts/soak/print-tables.ts", [table]);
