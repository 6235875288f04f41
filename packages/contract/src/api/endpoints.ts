import { clusterEndpoints } from "./clusters";
import { hostEndpoints } from "./hosts";
import { operationEndpoints } from "./operations";
import { peopleEndpoints } from "./people";

/** Every call of the REST API, under `/api/v1`. Handlers, the OpenAPI document and the client are made from this table. */
export const endpoints = { ...peopleEndpoints, ...hostEndpoints, ...clusterEndpoints, ...operationEndpoints };
