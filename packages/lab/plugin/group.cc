#include <strings.h>

#include <cstdlib>

#include "stand-in.h"

namespace {

template <std::string Member::*field>
void takeText(void *context, const char &text, size_t length) {
  static_cast<Member *>(context)->*field = std::string(&text, length);
}

void takePort(void *context, unsigned int port) { static_cast<Member *>(context)->port = port; }
void skipText(void *, const char &, size_t) {}
void skipCount(void *, unsigned long long) {}

void takeView(void *context, const char &text, size_t length) {
  *static_cast<std::string *>(context) = std::string(&text, length);
}

/** The view is told as stamp:version, and changes with every change of the members. */
void readView(Group &group) {
  std::string view;
  GROUP_REPLICATION_GROUP_MEMBER_STATS_CALLBACKS take{&view, skipText, takeView, skipText, skipText, skipText, {}};
  for (auto &count : take.counts) count = skipCount;
  const auto at = get_group_replication_group_member_stats_info(0, take) ? std::string::npos : view.find(':');
  if (at == std::string::npos) return;
  group.stamp = view.substr(0, at);
  group.version = atoi(view.c_str() + at + 1);
}

}  // namespace

Group observeGroup() {
  Group group;
  group.isRunning = is_group_replication_running();
  if (!group.isRunning) return group;
  const unsigned int count = get_group_replication_members_number_info();
  for (unsigned int i = 0; i < count; i++) {
    Member member;
    const GROUP_REPLICATION_GROUP_MEMBERS_CALLBACKS take{&member,
                                                         skipText,
                                                         takeText<&Member::id>,
                                                         takeText<&Member::host>,
                                                         takePort,
                                                         takeText<&Member::state>,
                                                         takeText<&Member::role>,
                                                         skipText,
                                                         skipText,
                                                         {skipText, skipText, skipText, skipText}};
    if (get_group_replication_group_members_info(i, take)) break;
    // Two questions, between which the role may have changed: what the group's own words say counts.
    if (isSelf(member) && member.role == "PRIMARY" && is_group_replication_member_secondary()) member.role = "SECONDARY";
    group.members.push_back(member);
  }
  readView(group);
  return group;
}

bool isSelf(const Member &member) { return strcasecmp(member.id.c_str(), server_uuid) == 0; }

std::string describeGroup(const Group &group) {
  std::string text = group.isRunning ? "running" : "stopped";
  for (const auto &member : group.members) text += " " + member.id + member.state + member.role;
  return text + " " + group.stamp + ":" + std::to_string(group.version);
}
