#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <thread>

#include "stand-in.h"

namespace {

using Clock = std::chrono::steady_clock;
constexpr auto lookEvery = std::chrono::milliseconds(50);
constexpr auto broadcastEvery = std::chrono::seconds(20);

std::thread course;
std::mutex endLock;
std::condition_variable endSignal;
bool mustEnd = false;
std::atomic<bool> isWoken{false};
std::atomic<bool> mustBroadcast{false};

// Guarded by `stateLock`.
bool isPrimary = false;
bool broadcasts = false;

// Of the course alone.
std::string lastPicture;
Clock::time_point lastBroadcast;
std::vector<Member> secondaries;
std::set<std::string> unreachable;

bool hasMajority(const Group &group) {
  const auto count = [&](const char *state) {
    return std::count_if(group.members.begin(), group.members.end(), [&](const auto &one) { return one.state == state; });
  };
  return count("ONLINE") > (static_cast<long>(group.members.size()) - count("RECOVERING")) / 2;
}

bool isPrimaryOf(const Group &group) {
  return std::any_of(group.members.begin(), group.members.end(),
                     [](const auto &one) { return isSelf(one) && one.role == "PRIMARY"; });
}

bool hasLeft(const Group &group) {
  if (group.members.size() != 1) return false;
  const auto &state = group.members.front().state;
  return state == "OFFLINE" || state == "ERROR";
}

/** Whom it could not ask is not told either, until the group changes. */
void tellPeers(const Group &group, const std::string &text) {
  for (const auto &member : secondaries) {
    if (unreachable.count(member.id) > 0) continue;
    std::string answer;
    bool isRefused = false;
    askPeer(member, group, &text, answer, isRefused);
  }
}

/** What the secondaries hold of the read VIPs. False where one says that this member is not the primary any more. */
bool askPeers(const Group &group, const std::set<std::string> &readVips, Tope &held) {
  auto taken = held[server_uuid];
  for (const auto &member : secondaries) {
    std::string answer;
    bool isRefused = false;
    if (!askPeer(member, group, nullptr, answer, isRefused)) {
      if (isRefused) return false;
      unreachable.insert(member.id);
      continue;
    }
    auto &own = held[member.id];
    for (const auto &vip : splitText(answer, ','))
      if (readVips.count(vip) > 0 && taken.insert(vip).second) own.insert(vip);
  }
  return true;
}

/** 8.0.32-24: each member decides for itself. */
void holdAlone(const Group &group) {
  std::lock_guard<std::mutex> held(stateLock);
  if (!settings.isEnabled) return;
  isPrimary = isPrimaryOf(group);
  if (isPrimary && hasMajority(group)) bindVip(settings.vip.kept);
  else unbindHeld();
}

bool isConfigured() {
  if (settings.vip.kept.empty()) {
    logMessage(MY_ERROR_LEVEL, "Error:greatdb_ha_mgr_vip_ip is not defined, please define it");
    return false;
  }
  if (familyOf(settings.vip.kept) != 0) return true;
  logMessage(MY_ERROR_LEVEL, "Error:greatdb_ha_mgr_vip_ip is in the wrong format, please correct it");
  return false;
}

/** A primary asks the others what they hold, binds its own, and tells them the map: only then does an older primary let go. */
void takeCharge(const Group &group) {
  std::set<std::string> readVips;
  Tope map;
  std::string vip;
  bool floatsToAnother = false;
  {
    std::lock_guard<std::mutex> held(stateLock);
    readVips = splitText(settings.readVips.kept, ',');
    vip = settings.vip.kept;
    floatsToAnother = settings.floatsToAnother != 0;
    auto &own = map[server_uuid];
    for (const auto &[address, nic] : heldVips)
      if (!floatsToAnother && readVips.count(address) > 0) own.insert(address);
  }
  if (!askPeers(group, readVips, map)) return;
  std::vector<std::string> reached;
  for (const auto &member : secondaries)
    if (unreachable.count(member.id) == 0) reached.push_back(member.id);
  spreadReadVips(map, reached, readVips, floatsToAnother && !secondaries.empty());
  map[server_uuid].insert(vip);
  if (tellsFirst) tellPeers(group, writeTope(map));
  {
    std::lock_guard<std::mutex> held(stateLock);
    takeTope(map);
    broadcasts = true;
  }
  if (!tellsFirst) tellPeers(group, writeTope(map));
}

void answerChange(const Group &group) {
  if (!group.isRunning) {
    std::lock_guard<std::mutex> held(stateLock);
    broadcasts = isPrimary = false;
    unbindHeld();
    return;
  }
  if (letsGoItself) return holdAlone(group);
  {
    std::lock_guard<std::mutex> held(stateLock);
    if (!settings.isEnabled || !isConfigured()) return;
    broadcasts = false;
    if (hasLeft(group)) {
      unbindConfigured();
      return;
    }
    isPrimary = isPrimaryOf(group);
    if (!hasMajority(group)) return;
    rememberView(group);
  }
  secondaries.clear();
  unreachable.clear();
  for (const auto &member : group.members)
    if (member.role == "SECONDARY" && member.state == "ONLINE") secondaries.push_back(member);
  if (isPrimaryOf(group)) takeCharge(group);
}

/** Also while `enable_mgr_vip` is off: the addresses are bound again and the others are told again. */
void broadcast(const Group &group) {
  std::string text;
  {
    std::lock_guard<std::mutex> held(stateLock);
    if (!broadcasts) return;
    text = bindAgain();
  }
  tellPeers(group, text);
}

void look() {
  // From then on the server takes Group Replication away from under a question.
  if (connection_events_loop_aborted_flag > 0) return;
  const Group group = observeGroup();
  const std::string picture = describeGroup(group);
  const bool hasChanged = isWoken.exchange(false) || picture != lastPicture;
  const bool isDue = mustBroadcast.exchange(false) || Clock::now() - lastBroadcast >= broadcastEvery;
  if (!hasChanged && !isDue) return;
  lastPicture = picture;
  if (hasChanged) answerChange(group);
  else broadcast(group);
  lastBroadcast = Clock::now();
}

void run() {
  my_thread_init();
  std::unique_lock<std::mutex> held(endLock);
  while (!endSignal.wait_for(held, lookEvery, [] { return mustEnd; })) {
    held.unlock();
    look();
    held.lock();
  }
  my_thread_end();
}

}  // namespace

bool startCourse() {
  mustEnd = false;
  isWoken = true;
  lastBroadcast = Clock::now();
  try {
    course = std::thread(run);
    return true;
  } catch (const std::system_error &) {
    logMessage(MY_ERROR_LEVEL, "Error: Could not create new vip alloc thread!");
    return false;
  }
}

void stopCourse() {
  {
    std::lock_guard<std::mutex> held(endLock);
    mustEnd = true;
  }
  endSignal.notify_all();
  if (course.joinable()) course.join();
}

void wakeCourse() { isWoken = true; }

void broadcastSoon() { mustBroadcast = true; }

bool isPrimaryForVips() { return isPrimary; }
