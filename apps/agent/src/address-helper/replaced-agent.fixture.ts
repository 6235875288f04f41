import { endReplaced, HandoverError, listReplaced } from "./replaced-agent";

/** Started by a shell that takes the supervisor's part; says what came of it. */
endReplaced(listReplaced()).then(
  () => process.stdout.write("ended"),
  (error: unknown) => process.stdout.write(error instanceof HandoverError ? error.code : String(error)),
);
