import { endWith } from "./exit-codes";
import { playClients } from "./play-clients";

// Loaded alone by the build, it starts nothing.
if (process.argv[2] === "probe") endWith(playClients());
