export { type ClientsReader, IncidentWatch, type MetByClients } from "./incident-watch";
