export { ProberWatch } from "./prober-watch";
