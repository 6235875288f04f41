import { tellParentListening } from "@primacy/contract/process";
import { createLogger } from "./log";

/** A process of its own for tests, which tells by its exit code that it was asked to stop. */
const log = createLogger("info");
process.on("SIGTERM", () => process.exit(7));
setInterval(() => log.info("a line"), 20);
tellParentListening(process);
