/** Planned change of the primary. */
export const switchover = {
  title: "Switch over",
  intro:
    "Make another member the primary. The old host releases the VIP and confirms it before the new one takes it.",
  target: "New primary",
  current: "primary now",
  check: "Look at the pre-conditions",
  checking: "Looking",
  run: "Switch over to {name}",
  confirmTitle: "Make {name} the primary?",
  hosts: "Hosts",
  typeName: "Type {name}, the name of the cluster",
  running: "Switching over",
  consequenceTitle: "What happens",
  consequence:
    "Running transactions are waited for, new writes wait or are refused for a moment. Connections through the VIP are reset and come back on the new primary.",
  predicted: "Writes stop for about {min} to {max}.",
  refused: "The switchover was not started",
  result: "Done",
  resultText: "{to} is the primary; it was {from}.",
  time: {
    primary: "The group had its new primary",
    released: "The old host confirmed that it holds the address no more",
    held: "The new host held the address",
    answered: "Another host got its answer on the wire",
  },
  after: "after {time}",
  noVip: "not measured, or there is no VIP",
  open: "See the topology",
  again: "Another switchover",
};
