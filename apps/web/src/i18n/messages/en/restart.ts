/** Restarting the servers of a cluster one after another. */
export const restart = {
  title: "Rolling restart",
  intro:
    "Restart every server once, one after another: to apply a setting or a new MySQL release. The primary restarts last, after another member has taken over.",
  target: "Primary after the restart",
  current: "current primary",
  check: "Run checks",
  checking: "Running checks",
  run: "Restart all and make {name} the primary",
  confirmTitle: "Restart every server, one by one?",
  hosts: "Hosts",
  typeName: "Type {name}, the name of the cluster",
  running: "Restarting",
  consequenceTitle: "What happens",
  consequence:
    "Writes continue, except for a moment during the switchover. While a server restarts, the group has one member less. The next server restarts only after this one is ONLINE again.",
  refused: "The rolling restart was not started",
  accountText:
    "To restart a server, Primacy needs the privilege SHUTDOWN, which its own accounts do not have. Primacy uses the account for this operation only and then forgets it.",
  accountTextKept:
    "To restart a server, Primacy needs the privilege SHUTDOWN, which its own accounts do not have. Leave the fields empty to use the administrator account kept at registration. Primacy forgets any other account after the operation.",
  result: "From the restart order until ONLINE again",
  resultText: "All {count} servers were restarted",
  onlineAfter: "{time}",
  untimed: "not measured",
  open: "Show the topology",
  again: "Another rolling restart",
};
