import { runWithLab } from "./lib/lab-command.mjs";

await runWithLab("The demo's lab", "scripts/demo/main.ts");
