#include <arpa/inet.h>

#include <algorithm>
#include <cctype>

#include "stand-in.h"

extern void *pluginHandle;

void Text::set(const char *text) {
  if (text == nullptr) {
    shown = nullptr;
    kept.clear();
    return;
  }
  // The server may hand back what it was given.
  std::string copy(text);
  kept = copy;
  shown = kept.data();
}

std::set<std::string> splitText(const std::string &text, char delimiter) {
  std::set<std::string> parts;
  std::string part;
  for (char one : text + delimiter) {
    if (one == ' ') continue;
    if (one != delimiter) {
      part += one;
      continue;
    }
    if (!part.empty()) parts.insert(part);
    part.clear();
  }
  return parts;
}

int familyOf(const std::string &address) {
  unsigned char bytes[16];
  if (inet_pton(AF_INET, address.c_str(), bytes) == 1) return 4;
  if (hasIpv6 && inet_pton(AF_INET6, address.c_str(), bytes) == 1) return 6;
  return 0;
}

std::string writeTope(const Tope &tope) {
  std::string text;
  for (const auto &[uuid, vips] : tope) {
    if (!text.empty()) text += ';';
    text += uuid + "::";
    for (const auto &vip : vips) text += (vip == *vips.begin() ? "" : ",") + vip;
  }
  return text;
}

static bool isUuid(const std::string &text) {
  static const std::string pattern = "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx";
  return text.size() == pattern.size() && std::equal(text.begin(), text.end(), pattern.begin(), [](char one, char wanted) {
           return wanted == '-' ? one == '-' : isdigit(static_cast<unsigned char>(one)) || (one >= 'a' && one <= 'f');
         });
}

bool readTope(const std::string &text, Tope &out) {
  Tope read;
  for (const auto &part : splitText(text, ';')) {
    const auto at = part.find("::");
    if (at == std::string::npos || !isUuid(part.substr(0, at))) return false;
    const auto vips = splitText(part.substr(at + 2), ',');
    if (std::any_of(vips.begin(), vips.end(), [](const auto &vip) { return familyOf(vip) == 0; })) return false;
    read[part.substr(0, at)] = vips;
  }
  if (read.empty()) return false;
  out.swap(read);
  return true;
}

void logMessage(plugin_log_level level, const std::string &text) {
  my_plugin_log_message(&pluginHandle, level, "%s", text.c_str());
}
