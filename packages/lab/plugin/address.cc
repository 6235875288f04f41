#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/ethernet.h>
#include <net/if.h>
#include <net/if_arp.h>
#include <netinet/icmp6.h>
#include <netpacket/packet.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "stand-in.h"

std::map<std::string, std::string> heldVips;

namespace {

/** Of <linux/ipv6.h>, which cannot be included beside <netinet/in.h>. */
struct Ipv6Request {
  in6_addr address;
  uint32_t prefixLength;
  int index;
};

class Socket {
 public:
  Socket(int family, int type, int protocol) : number(socket(family, type, protocol)) {}
  ~Socket() {
    if (number >= 0) close(number);
  }
  const int number;
};

void logErrno(const std::string &what) { logMessage(MY_ERROR_LEVEL, what + " " + strerror(errno)); }

/** The alias of the next address: the interface, the label, and the first position that is free. */
std::string nextAlias() {
  static const std::string positions = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  const std::string base = settings.nic.kept.substr(0, IFNAMSIZ - 3) + ":" + (hasLabel ? settings.label.kept : "");
  for (char position : positions) {
    const std::string name = base + position;
    bool isTaken = false;
    for (const auto &[vip, nic] : heldVips) isTaken = isTaken || nic == name;
    if (!isTaken) return name;
  }
  return "";
}

bool hasRequest(int number, unsigned long what, const std::string &nic, const char *address, ifreq &request) {
  memset(&request, 0, sizeof(request));
  strncpy(request.ifr_name, nic.c_str(), IFNAMSIZ - 1);
  auto *in = reinterpret_cast<sockaddr_in *>(&request.ifr_addr);
  in->sin_family = AF_INET;
  if (inet_pton(AF_INET, address, &in->sin_addr) != 1) {
    errno = EINVAL;
    return false;
  }
  return ioctl(number, what, &request) == 0;
}

bool bindIpv4(const std::string &vip, const std::string &alias) {
  Socket socket(AF_INET, SOCK_DGRAM, 0);
  ifreq request;
  if (!hasRequest(socket.number, SIOCSIFADDR, alias, vip.c_str(), request)) {
    logErrno("bind AF_INET SIOCSIFADDR");
    return false;
  }
  if (!hasRequest(socket.number, SIOCSIFNETMASK, alias, settings.mask.kept.c_str(), request)) {
    logErrno("bind AF_INET SIOCSIFNETMASK");
    return false;
  }
  return true;
}

bool changeIpv6(const std::string &vip, unsigned long what) {
  Socket socket(AF_INET6, SOCK_DGRAM, 0);
  Ipv6Request request{};
  request.prefixLength = static_cast<uint32_t>(atoi(settings.mask.kept.c_str()));
  request.index = static_cast<int>(if_nametoindex(settings.nic.kept.c_str()));
  if (request.prefixLength > 128) {
    logMessage(MY_ERROR_LEVEL, "vip_netmask format is error");
    return false;
  }
  inet_pton(AF_INET6, vip.c_str(), &request.address);
  if (ioctl(socket.number, what, &request) == 0 || (what == SIOCSIFADDR && errno == EEXIST)) return true;
  logErrno(what == SIOCSIFADDR ? "bind AF_INET6 SIOCSIFADDR" : "unbind AF_INET6 SIOCDIFADDR");
  return false;
}

bool unbindIpv4(const std::string &vip, const std::string &alias) {
  // Down without an alias is the interface itself, by the same call: the real plugin takes it down.
  if (alias.find(':') == std::string::npos) {
    logMessage(MY_ERROR_LEVEL, "stand-in: " + vip + " has no alias, the real plugin would take " + alias + " down");
    return false;
  }
  Socket socket(AF_INET, SOCK_DGRAM, 0);
  ifreq request;
  if (!hasRequest(socket.number, SIOCSIFADDR, alias, vip.c_str(), request)) {
    logErrno("unbind AF_INET SIOCSIFADDR failed ");
    return false;
  }
  if (ioctl(socket.number, SIOCGIFFLAGS, &request) == 0) {
    request.ifr_flags = static_cast<short>(request.ifr_flags & ~IFF_UP);
    if (ioctl(socket.number, SIOCSIFFLAGS, &request) == 0) return true;
  }
  logErrno("unbind AF_INET SIOCSIFFLAGS");
  return false;
}

bool readMac(int number, unsigned char *mac) {
  ifreq request{};
  strncpy(request.ifr_name, settings.nic.kept.c_str(), IFNAMSIZ - 1);
  if (ioctl(number, SIOCGIFHWADDR, &request) != 0) return false;
  memcpy(mac, request.ifr_hwaddr.sa_data, ETH_ALEN);
  return true;
}

bool announceIpv4(const std::string &vip) {
  Socket socket(AF_PACKET, SOCK_RAW, htons(ETH_P_ALL));
  unsigned char mac[ETH_ALEN];
  if (socket.number < 0 || !readMac(socket.number, mac)) return false;
  struct __attribute__((packed)) {
    ether_header ether;
    arphdr arp;
    unsigned char senderMac[ETH_ALEN];
    unsigned char senderIp[4];
    unsigned char targetMac[ETH_ALEN];
    unsigned char targetIp[4];
  } frame{};
  memset(frame.ether.ether_dhost, 0xff, ETH_ALEN);
  memcpy(frame.ether.ether_shost, mac, ETH_ALEN);
  frame.ether.ether_type = htons(ETHERTYPE_ARP);
  frame.arp = {htons(ARPHRD_ETHER), htons(ETHERTYPE_IP), ETH_ALEN, 4, htons(ARPOP_REQUEST)};
  memcpy(frame.senderMac, mac, ETH_ALEN);
  memset(frame.targetMac, 0xff, ETH_ALEN);
  inet_pton(AF_INET, vip.c_str(), frame.senderIp);
  memcpy(frame.targetIp, frame.senderIp, sizeof(frame.targetIp));
  sockaddr_ll to{};
  to.sll_family = AF_PACKET;
  to.sll_protocol = htons(ETH_P_ARP);
  to.sll_ifindex = announcesOnSecondNic ? 2 : static_cast<int>(if_nametoindex(settings.nic.kept.c_str()));
  const unsigned long times = hasReadVips ? settings.announcements : 1;
  for (unsigned long i = 0; i < times; i++) {
    if (sendto(socket.number, &frame, sizeof(frame), 0, reinterpret_cast<sockaddr *>(&to), sizeof(to)) <= 0) return false;
    if (hasReadVips) usleep(100'000);
  }
  return true;
}

bool announceIpv6(const std::string &vip) {
  Socket socket(AF_INET6, SOCK_RAW, IPPROTO_ICMPV6);
  struct __attribute__((packed)) {
    nd_neighbor_advert advert;
    nd_opt_hdr option;
    unsigned char mac[ETH_ALEN];
  } packet{};
  if (socket.number < 0 || !readMac(socket.number, packet.mac)) return false;
  const int index = static_cast<int>(if_nametoindex(settings.nic.kept.c_str()));
  const int hops = 255;
  setsockopt(socket.number, IPPROTO_IPV6, IPV6_MULTICAST_IF, &index, sizeof(index));
  setsockopt(socket.number, IPPROTO_IPV6, IPV6_MULTICAST_HOPS, &hops, sizeof(hops));
  packet.advert.nd_na_type = ND_NEIGHBOR_ADVERT;
  packet.advert.nd_na_flags_reserved = ND_NA_FLAG_OVERRIDE;
  in6_addr target;
  inet_pton(AF_INET6, vip.c_str(), &target);
  packet.advert.nd_na_target = target;
  packet.option = {ND_OPT_TARGET_LINKADDR, 1};
  sockaddr_in6 from{}, to{};
  from.sin6_family = to.sin6_family = AF_INET6;
  inet_pton(AF_INET6, vip.c_str(), &from.sin6_addr);
  inet_pton(AF_INET6, "ff02::1", &to.sin6_addr);
  // Refused for as long as the kernel looks whether somebody else has the address.
  for (int i = 0; i < 5 && bind(socket.number, reinterpret_cast<sockaddr *>(&from), sizeof(from)) != 0; i++) {
    logErrno("bind " + vip + " na_src_addr failed");
    sleep(1);
  }
  return sendto(socket.number, &packet, sizeof(packet), 0, reinterpret_cast<sockaddr *>(&to), sizeof(to)) > 0;
}

/** Addresses of the interface, and of each whose name begins like it: eth1 takes eth10's for its own. */
std::map<std::string, std::string> listAddresses() {
  std::map<std::string, std::string> found;
  ifaddrs *all = nullptr;
  if (settings.nic.kept.empty() || getifaddrs(&all) != 0) return found;
  for (ifaddrs *one = all; one != nullptr; one = one->ifa_next) {
    const auto &nic = settings.nic.kept;
    if (one->ifa_addr == nullptr || strncasecmp(one->ifa_name, nic.c_str(), nic.size()) != 0) continue;
    char text[INET6_ADDRSTRLEN] = "";
    if (one->ifa_addr->sa_family == AF_INET)
      inet_ntop(AF_INET, &reinterpret_cast<sockaddr_in *>(one->ifa_addr)->sin_addr, text, sizeof(text));
    if (one->ifa_addr->sa_family == AF_INET6)
      inet_ntop(AF_INET6, &reinterpret_cast<sockaddr_in6 *>(one->ifa_addr)->sin6_addr, text, sizeof(text));
    if (*text != '\0') found[text] = one->ifa_name;
  }
  freeifaddrs(all);
  return found;
}

}  // namespace

bool bindVip(const std::string &vip) {
  if (vip.empty() || settings.nic.kept.empty() || settings.mask.kept.empty()) return false;
  if (heldVips.count(vip) > 0) return true;
  const bool isIpv6 = familyOf(vip) == 6;
  const std::string nic = isIpv6 ? settings.nic.kept : nextAlias();
  const bool isBound = isIpv6 ? changeIpv6(vip, SIOCSIFADDR) : bindIpv4(vip, nic);
  if (isBound) heldVips[vip] = nic;
  // An address that could not be announced is told as one that failed, and stays.
  const bool isDone = isBound && announceVip(vip);
  logMessage(isDone ? MY_WARNING_LEVEL : MY_ERROR_LEVEL, "try to bind vip : " + vip + (isDone ? " success" : " failed"));
  return isDone;
}

void unbindVip(const std::string &vip, const std::string &nic) {
  const bool isGone = familyOf(vip) == 6 ? changeIpv6(vip, SIOCDIFADDR) : unbindIpv4(vip, nic);
  logMessage(isGone ? MY_WARNING_LEVEL : MY_ERROR_LEVEL,
             "try to unbind vip : " + vip + (isGone ? " success" : " failed") + " on nic: " + nic);
  if (isGone) heldVips.erase(vip);
}

void unbindHeld() {
  const auto held = heldVips;
  for (const auto &[vip, nic] : held) unbindVip(vip, nic);
}

void unbindConfigured() {
  const auto present = listAddresses();
  auto wanted = splitText(settings.readVips.kept, ',');
  wanted.insert(settings.vip.kept);
  for (const auto &vip : wanted) {
    const auto found = present.find(vip);
    if (found != present.end()) unbindVip(vip, found->second);
  }
}

bool announceVip(const std::string &vip) { return familyOf(vip) == 6 ? announceIpv6(vip) : announceIpv4(vip); }

void restoreHeld() {
  const auto present = listAddresses();
  const auto held = heldVips;
  for (const auto &[vip, nic] : held) {
    if (present.count(vip) > 0) continue;
    heldVips.erase(vip);
    bindVip(vip);
  }
}
