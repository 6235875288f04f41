/** The history of a cluster. */
export const event = {
  title: "History",
  filter: "Show",
  all: "Everything",
  order: "Order",
  newestFirst: "Newest first",
  oldestFirst: "Oldest first",
  seen: {
    host: "Seen on {host}, recorded {after} later",
    console: "Seen by the console",
    silence: "Last sign of life, recorded {after} later",
  },
};
