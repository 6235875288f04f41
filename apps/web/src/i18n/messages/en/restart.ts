/** Restarting the servers of a cluster one after another. */
export const restart = {
  title: "Rolling restart",
  intro:
    "Restart every server once, one after another: for a setting that needs it, or a new release of MySQL. The primary's comes last, when another member has taken over.",
  target: "Primary afterwards",
  current: "primary now",
  check: "Look at the pre-conditions",
  checking: "Looking",
  run: "Restart all, and make {name} the primary",
  confirmTitle: "Restart every server, one by one?",
  hosts: "Hosts",
  typeName: "Type {name}, the name of the cluster",
  running: "Restarting",
  consequenceTitle: "What happens",
  consequence:
    "Writes go on, but for the moment of the switchover. While a server restarts the group has one member less, and the next follows only when it is ONLINE again.",
  refused: "The rolling restart was not started",
  accountText:
    "To restart a server takes the privilege SHUTDOWN, which Primacy's own accounts have not. It is used for this alone, and forgotten afterwards.",
  accountTextKept:
    "To restart a server takes the privilege SHUTDOWN, which Primacy's own accounts have not. Left empty, the administrator's account that was kept at registration is used; another one is forgotten afterwards.",
  result: "From the order until ONLINE again",
  resultText: "All {count} servers were restarted",
  onlineAfter: "{time}",
  untimed: "not measured",
  open: "See the topology",
  again: "Another rolling restart",
};
