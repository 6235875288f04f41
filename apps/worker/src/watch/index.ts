export { HostSightings } from "./host-sightings";
export { type WatchOptions, WatchService } from "./watch-service";
