import { featureEndpoints } from "../features";
import { clusterEndpoints } from "./clusters";
import { fixEndpoints } from "./fixes";
import { hostEndpoints } from "./hosts";
import { operationEndpoints } from "./operations";
import { peopleEndpoints } from "./people";
import { startEndpoint } from "./start";

/** Every call of the REST API, under `/api/v1`. Handlers, the OpenAPI document and the client are made from this table. */
export const endpoints = {
  ...peopleEndpoints,
  ...hostEndpoints,
  ...clusterEndpoints,
  ...fixEndpoints,
  ...operationEndpoints,
  ...featureEndpoints(startEndpoint),
};
