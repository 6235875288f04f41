/** Clients of a drill, as a process of their own plays them: they write, read and sign in through the ways to a database. */
export { limits as clientLimits } from "./limits";
export { playClients } from "./play-clients";
export { serveClients } from "./serve-clients";
