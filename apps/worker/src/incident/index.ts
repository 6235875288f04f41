export { type ClientsReader, IncidentWatch } from "./incident-watch";
