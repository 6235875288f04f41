/** The history of a cluster. */
export const event = {
  title: "What happened",
  filter: "Show",
  all: "Everything",
  kind: {
    primary_changed: "Primary changed",
    member_state_changed: "Member changed state",
    member_joined: "Member joined",
    member_left: "Member left",
    vip_taken: "VIP taken",
    vip_released: "VIP released",
    vip_state_changed: "VIP changed state",
    wire_owner_changed: "Wire owner changed",
    wire_duplicate: "Duplicate on the wire",
    agent_lost: "Agent lost",
    agent_back: "Agent back",
    host_lost: "Host lost",
    host_back: "Host back",
    database_lost: "Database lost",
    database_back: "Database back",
    operation_finished: "Operation finished",
  },
};
