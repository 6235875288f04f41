import { runWithLab } from "./lib/lab-command.mjs";

await runWithLab("A soak", "scripts/soak/main.ts");
