/** Bringing back a group that serves nobody. */
export const recovery = {
  title: "Group recovery",
  intro:
    "For a group that serves nobody: it lost its majority, or all its members stopped. It goes on from one member that has what the others have. A group that has its majority needs none of this.",
  target: "Go on from",
  current: "primary",
  check: "Look at the members",
  checking: "Looking",
  run: "Bring the group back from {name}",
  confirmTitle: "Bring the group back from {name}?",
  hosts: "Hosts",
  typeName: "Type {name}, the name of the cluster",
  running: "Bringing the group back",
  consequenceTitle: "What happens",
  consequence:
    "Where another member still takes writes, two groups would be one data set no more. So every other member has to be in the same part of the group, out of it and read-only, stopped, or off, and for those that nobody reaches an operator answers with a signature.",
  refused: "The recovery was not started",
  accountText:
    "To set what lets a group go on takes the privilege SYSTEM_VARIABLES_ADMIN, which Primacy's own accounts have not. It is used for this alone, and forgotten afterwards.",
  accountTextKept:
    "To set what lets a group go on takes the privilege SYSTEM_VARIABLES_ADMIN, which Primacy's own accounts have not. Left empty, the administrator's account that was kept at registration is used; another one is forgotten afterwards.",
  order: "Sign the order for {hosts}",
  orderText:
    "Nobody reaches these hosts, so that nothing proves what their servers do. Switch them off or cut them off first. Then sign with an Ed25519 key that is registered on the hosts that go on. The order counts until {until}, once.",
  command: "On your own machine",
  copyCommand: "Copy the command",
  signature: "Signature",
  signatureHint: "What the command prints: from BEGIN SSH SIGNATURE to END SSH SIGNATURE.",
  resultText: "The group serves again from {name}: {count} ONLINE",
  resultHolder: "{host} holds the VIP. Start the other members next.",
  resultNext: "Start the other members next.",
  open: "See the members",
  again: "Look again",
  lost: "No part of the group that the console reaches has a majority",
  lostText:
    "Where it does not come back by itself, because hosts are lost or every member has stopped, an operator can let it go on from one member.",
};
