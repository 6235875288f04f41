/** Bringing back a group that serves nobody. */
export const recovery = {
  title: "Group recovery",
  intro:
    "For a group that no longer serves clients: it lost its majority, or all its members stopped. The group continues from one member that has all the data of the others. A group with a majority does not need this.",
  target: "Continue from",
  current: "primary",
  check: "Run checks",
  checking: "Running checks",
  run: "Recover the group from {name}",
  confirmTitle: "Recover the group from {name}?",
  hosts: "Hosts",
  typeName: "Type {name}, the name of the cluster",
  running: "Recovering the group",
  consequenceTitle: "What happens",
  consequence:
    "If another member still accepts writes, the data splits into two versions that cannot be merged. So Primacy requires of every other member that it is in the same part of the group, has left the group and is read-only, has stopped, or is powered off. If neither the console nor an agent can reach a member, you must confirm with a signed order that its host is off or cut off.",
  refused: "The recovery was not started",
  accountText:
    "This needs the privilege SYSTEM_VARIABLES_ADMIN, which Primacy's own accounts do not have. Primacy uses the account for this operation only and then forgets it.",
  accountTextKept:
    "This needs the privilege SYSTEM_VARIABLES_ADMIN, which Primacy's own accounts do not have. Leave the fields empty to use the administrator account kept at registration. Primacy forgets any other account after the operation.",
  order: "Sign the order for {hosts}",
  orderText:
    "Neither the console nor an agent can reach these hosts, so Primacy cannot tell what their servers do. First power the hosts off or cut them off from the network. Then sign with an Ed25519 key that is registered on the hosts that continue. The order is valid until {until}, for one recovery.",
  command: "Run on your own machine",
  copyCommand: "Copy the command",
  signature: "Signature",
  signatureHint: "What the command prints: from BEGIN SSH SIGNATURE to END SSH SIGNATURE.",
  resultText: "The group serves again from {name}. ONLINE: {count}",
  resultHolder: "{host} holds the VIP. Start the other members next.",
  resultNext: "Start the other members next.",
  open: "Show the members",
  again: "Run checks again",
  lost: "No part of the group that the console can reach has a majority",
  lostText:
    "If the group does not come back by itself, because hosts are lost or all members stopped, you can recover it from one member.",
};
