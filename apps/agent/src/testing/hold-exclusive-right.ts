import { acquireExclusiveRight } from "../vip/exclusive";

/** A process that holds the exclusive right of the cluster named on its command line until it is ended. */
const right = await acquireExclusiveRight(process.argv[2] ?? "");
process.stdout.write(right === null ? "refused\n" : "held\n");
if (right !== null) {
  setInterval(() => undefined, 1000);
}
