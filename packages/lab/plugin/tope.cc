// The map of addresses: which member has which, and what follows from it here.
#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "stand-in.h"

char shownTope[mostTope + 1] = "";

namespace {

// Guarded by `stateLock`.
Tope tope;
std::string viewStamp;
int viewVersion = 0;

/** With `stateLock`: what the map gives to this member, and nothing else of what the plugin holds. */
void bindByTope() {
  const auto own = tope.find(server_uuid);
  if (own != tope.end()) {
    for (const auto &vip : own->second) {
      if (heldVips.count(vip) > 0) announceVip(vip);
      else bindVip(vip);
    }
    const auto held = heldVips;
    for (const auto &[vip, nic] : held)
      if (own->second.count(vip) == 0) unbindVip(vip, nic);
  }
  restoreHeld();
}

void showTope() {
  const std::string text = writeTope(tope);
  if (text.size() >= mostTope) {
    logMessage(MY_ERROR_LEVEL, "vip tope [" + text + "] was too long");
    return;
  }
  memcpy(shownTope, text.c_str(), text.size() + 1);
}

bool isOutdated(const std::string &stamp, int version) {
  const bool isStamp = !stamp.empty() && stamp.size() <= 64 && stamp.find_first_not_of("0123456789") == std::string::npos;
  if (!isStamp) throw std::invalid_argument("Error format args[0]");
  return stamp == viewStamp && version < viewVersion;
}

std::string findLeast(const Tope &map) {
  std::string least;
  for (const auto &[id, vips] : map)
    if (id != server_uuid && (least.empty() || vips.size() < map.at(least).size())) least = id;
  return least.empty() ? server_uuid : least;
}

}  // namespace

void spreadReadVips(Tope &map, const std::vector<std::string> &reached, const std::set<std::string> &readVips,
                    bool floatsToAnother) {
  std::set<std::string> left = readVips;
  for (const auto &[id, vips] : map)
    for (const auto &vip : vips) left.erase(vip);
  for (const auto &id : reached) {
    if (!map[id].empty()) continue;
    if (!left.empty()) {
      map[id].insert(*left.begin());
      left.erase(left.begin());
      continue;
    }
    const auto most = std::max_element(map.begin(), map.end(), [](const auto &one, const auto &other) {
      return one.second.size() < other.second.size();
    });
    if (most->second.size() < 2) continue;
    map[id].insert(*most->second.begin());
    most->second.erase(most->second.begin());
  }
  for (const auto &vip : left) map[floatsToAnother ? findLeast(map) : server_uuid].insert(vip);
}

void rememberView(const Group &group) {
  viewStamp = group.stamp;
  viewVersion = group.version;
}

void takeTope(const Tope &wanted) {
  tope = wanted;
  bindAgain();
}

std::string bindAgain() {
  showTope();
  bindByTope();
  return writeTope(tope);
}

std::string answerGet(const std::string &stamp, int version) {
  std::lock_guard<std::mutex> held(stateLock);
  if (isOutdated(stamp, version)) return "1";
  std::string answer;
  for (const auto &[vip, nic] : heldVips) answer += (answer.empty() ? "" : ",") + vip;
  return "0" + answer;
}

std::string answerSet(const std::string &stamp, int version, const std::string &text) {
  std::lock_guard<std::mutex> held(stateLock);
  if (isOutdated(stamp, version)) return "1";
  if (text.size() >= mostTope) throw std::invalid_argument("args[2] was too long");
  if (!readTope(text, tope)) throw std::invalid_argument("Error format args[2]");
  memcpy(shownTope, text.c_str(), text.size() + 1);
  bindByTope();
  return "0";
}

bool isAllowedTope(const Tope &wanted) {
  const auto readVips = splitText(settings.readVips.kept, ',');
  if (wanted.size() != tope.size()) return false;
  for (const auto &[id, vips] : wanted) {
    const auto old = tope.find(id);
    if (old == tope.end()) return false;
    for (const auto &vip : vips) {
      const bool isWrite = vip == settings.vip.kept;
      if (isWrite ? old->second.count(vip) == 0 : readVips.count(vip) == 0) return false;
    }
  }
  return true;
}

void adoptTope(const std::string &text, const Tope &wanted) {
  tope = wanted;
  memcpy(shownTope, text.c_str(), text.size() + 1);
  broadcastSoon();
}
