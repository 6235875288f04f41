import { operationKinds } from "../features";
import { Accepted } from "../operation/operation";
import { createStartEndpoint } from "./start-endpoint";

/** Declares a call that starts an operation of a kind. */
export const startEndpoint = createStartEndpoint(Accepted, operationKinds);
