import { runLab } from "./run-lab";

const controller = new AbortController();
const stop = (): void => controller.abort();
// A group's signal and its forwarded copy both come.
process.on("SIGINT", stop);
process.on("SIGTERM", stop);
// A reader that went away (such as head) ends the output, not the work.
process.stdout.on("error", () => undefined);
process.exitCode = await runLab(process.argv.slice(2), controller.signal);
