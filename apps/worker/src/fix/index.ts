import { connectServer } from "../mysql/connect-server";
import { createFixOperations } from "./fix-operations";

/** The operations that set what a check found. */
export const fixOperations = createFixOperations(connectServer);
