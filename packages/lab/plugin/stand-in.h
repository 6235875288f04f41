// The lab's stand-in for the plugin greatdb_ha: what its parts know of each other. docs/greatdb-ha.md says what it
// imitates, what not, and of which release.
#pragma once

#include <map>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "server-abi.h"

#ifndef GREATDB_HA_RELEASE
#define GREATDB_HA_RELEASE 8040405
#endif

/** Which release it plays: 8.0.32-24 is 8003224, 8.4.4-5 is 8040405. */
constexpr int release = GREATDB_HA_RELEASE;
constexpr bool letsGoItself = release < 8003225;
constexpr bool hasReadVips = release >= 8003225;
constexpr bool hasPort = release >= 8003225 && release < 8040405;
constexpr bool hasFunctions = release >= 8040405;
constexpr bool hasIpv6 = release >= 8003226;
constexpr bool hasLabel = release >= 8040404;
constexpr bool hasBroadcast = release < 8040404;
constexpr bool isOnByDefault = release < 8003226;
constexpr bool tellsFirst = release == 8003225;
/** Older ones announce on the interface with the index 2, whatever that is. */
constexpr bool announcesOnSecondNic = release < 8003227;
constexpr size_t mostTope = release < 8040404 ? 1024 : 2048;

/** Which member of the group has which addresses; one that is to have none stands in it with none. */
using Tope = std::map<std::string, std::set<std::string>>;

/** A text that the server shows as a variable. */
struct Text {
  char *shown = nullptr;
  std::string kept;
  /** Null stays null. */
  void set(const char *text);
};

struct Settings {
  bool isEnabled = false;
  bool isForced = false;
  bool killsConnections = false;
  unsigned long announcements = 5;
  unsigned long forceWaitSeconds = 5;
  unsigned long floatsToAnother = 0;
  Text vip, nic, mask, label, broadcast, readVips, gateway, port;
};

extern Settings settings;
/** Guards `settings`, the addresses held and the map. */
extern std::mutex stateLock;

// --- text.cc
std::set<std::string> splitText(const std::string &text, char delimiter);
/** 4, 6, or 0 where it is no address. */
int familyOf(const std::string &address);
std::string writeTope(const Tope &);
/** False where it is not of the form uuid::vip,vip;uuid::vip. */
bool readTope(const std::string &text, Tope &out);
void logMessage(plugin_log_level level, const std::string &text);

// --- address.cc: what follows takes `stateLock`, held by the caller
/** The addresses that the plugin believes to hold, with the name of their interface. */
extern std::map<std::string, std::string> heldVips;
bool bindVip(const std::string &vip);
void unbindVip(const std::string &vip, const std::string &nic);
void unbindHeld();
/** Those of the configuration that the kernel has on the interface, whoever added them. */
void unbindConfigured();
bool announceVip(const std::string &vip);
/** Adds again those held that somebody removed. */
void restoreHeld();

// --- group.cc
struct Member {
  std::string id, host, state, role;
  unsigned int port = 0;
};

struct Group {
  bool isRunning = false;
  std::vector<Member> members;
  std::string stamp;
  int version = 0;
};

Group observeGroup();
bool isSelf(const Member &);
/** All that a change of must be answered, in one text. */
std::string describeGroup(const Group &);

// --- tope.cc
/** One for each secondary that has none; the rest floats as the variable says. */
void spreadReadVips(Tope &map, const std::vector<std::string> &reached, const std::set<std::string> &readVips,
                    bool floatsToAnother);
/** What follows takes `stateLock`, held by the caller. The view tells an outdated primary from the one of now. */
void rememberView(const Group &);
void takeTope(const Tope &);
/** Binds, announces and lets go by the map, which it returns. */
std::string bindAgain();
/** A map that somebody wrote by hand on the primary. */
bool isAllowedTope(const Tope &);
void adoptTope(const std::string &text, const Tope &);
/** These take the lock themselves. They throw std::invalid_argument. */
std::string answerGet(const std::string &stamp, int version);
std::string answerSet(const std::string &stamp, int version, const std::string &text);
extern char shownTope[];

// --- course.cc
bool startCourse();
void stopCourse();
/** Has the next look answered as a change. */
void wakeCourse();
void broadcastSoon();
/** Takes `stateLock`, held by the caller. */
bool isPrimaryForVips();

// --- peers.cc
/** What another member answers, without its first character; false where it cannot be asked. */
bool askPeer(const Member &, const Group &, const std::string *tope, std::string &answer, bool &isRefused);
bool startListener();
void stopListener();

// --- functions.cc
bool addFunctions();
void removeFunctions();
