import { runWithLab } from "./lib/lab-command.mjs";

await runWithLab("Measuring", "scripts/measure/main.ts");
