import { createLogger } from "../log";
import { followParent, tellParentListening } from "./parent";

/** A process of its own for tests, which tells by its exit code why it ended. */
const log = createLogger("info");
process.on("SIGTERM", () => process.exit(7));
followParent(() => process.exit(8));
setInterval(() => log.info("a line"), 20);
tellParentListening();
