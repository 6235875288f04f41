// The descriptor, the variables and the status of the stand-in for greatdb_ha. docs/greatdb-ha.md
#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstring>

#include "stand-in.h"

Settings settings;
std::mutex stateLock;
void *pluginHandle = nullptr;

namespace {

using Lock = std::lock_guard<std::mutex>;

/** ER_WRONG_VALUE_FOR_VAR */
int refuse(const char *text) {
  my_message(1231, text, 0);
  return 1;
}

/** Returns null for NULL, which no variable takes. */
const char *takeText(THD *thread, void *save, WantedValue *value) {
  char buffer[2048];
  int length = sizeof(buffer);
  const char *text = value->text(value, buffer, &length);
  if (text != nullptr) text = thd_strmake(thread, text, static_cast<unsigned long>(length));
  *static_cast<const char **>(save) = text;
  return text;
}

const char *wantedText(const void *save) { return *static_cast<const char *const *>(save); }

int checkVip(THD *thread, void *, void *save, WantedValue *value) {
  const char *text = takeText(thread, save, value);
  if (text == nullptr) return 1;
  // 8.0.32-24 takes anything.
  if (hasReadVips && *text != '\0' && familyOf(text) == 0) return refuse("vip format is incorrect");
  return 0;
}

int checkReadVips(THD *thread, void *, void *save, WantedValue *value) {
  const char *text = takeText(thread, save, value);
  if (text == nullptr) return 1;
  const auto vips = splitText(text, ',');
  if (vips.size() > 61) return refuse("read vip members was too many, the maximum number is 61");
  Lock held(stateLock);
  const int family = familyOf(settings.vip.kept);
  for (const auto &vip : vips) {
    if (familyOf(vip) == 0) return refuse("read vip format is incorrect");
    if (family != 0 && familyOf(vip) != family) return refuse("only support read vip version is the same as write vip");
  }
  return 0;
}

int checkNic(THD *thread, void *, void *save, WantedValue *value) {
  const char *text = takeText(thread, save, value);
  if (text == nullptr) return 1;
  if (hasReadVips && strlen(text) > 12) return refuse("nic name was too long, max length is 12 bytes.");
  return 0;
}

int checkLabel(THD *thread, void *, void *save, WantedValue *value) {
  const char *text = takeText(thread, save, value);
  if (text == nullptr) return 1;
  if (strlen(text) > 1) return refuse("vip label format is not one character");
  if (*text != '\0' && !isalnum(static_cast<unsigned char>(*text))) return refuse("vip label format is not 0-9a-zA-Z");
  return 0;
}

/** The real one also waits for an answer of the gateway. */
int checkGateway(THD *thread, void *, void *save, WantedValue *value) {
  const char *text = takeText(thread, save, value);
  if (text == nullptr) return 1;
  const int number = socket(AF_INET, SOCK_RAW, IPPROTO_ICMP);
  if (number < 0) return refuse("ping gateway need set CAP_NET_RAW capability");
  close(number);
  if (familyOf(text) == 0) return refuse("please check whether gateway address can be connected");
  return 0;
}

int checkTope(THD *thread, void *, void *save, WantedValue *value) {
  const char *text = takeText(thread, save, value);
  if (text == nullptr) return 1;
  Lock held(stateLock);
  if (!isPrimaryForVips()) return refuse("this operation can only run in primary node");
  Tope wanted;
  if (*text != '\0' && (strlen(text) >= mostTope || !readTope(text, wanted) || !isAllowedTope(wanted)))
    return refuse("vip tope value format error");
  return 0;
}

void updateTope(THD *, void *, void *, const void *save) {
  const char *text = wantedText(save);
  Tope wanted;
  Lock held(stateLock);
  if (text != nullptr && readTope(text, wanted)) adoptTope(text, wanted);
}

template <Text Settings::*field>
void update(THD *, void *, void *, const void *save) {
  Lock held(stateLock);
  (settings.*field).set(wantedText(save));
  wakeCourse();
}

/** What is bound under the old value goes first. */
template <Text Settings::*field>
void updateAndUnbind(THD *, void *, void *, const void *save) {
  Lock held(stateLock);
  unbindHeld();
  (settings.*field).set(wantedText(save));
  wakeCourse();
}

/** Off does not unbind anything. */
void updateEnabled(THD *, void *, void *, const void *save) {
  Lock held(stateLock);
  settings.isEnabled = *static_cast<const bool *>(save);
  if (settings.isEnabled) wakeCourse();
}

void updateForce(THD *, void *, void *, const void *save) {
  if (*static_cast<const bool *>(save)) wakeCourse();
}

char *topeShown = shownTope;
const char *floatingNames[] = {"TO_PRIMARY", "TO_ANOTHER_SECONDARY", nullptr};
Names floating{2, "read_vip_floating_typelib", floatingNames, nullptr};

constexpr int text = textVariable | optionalArgument;
constexpr int flag = boolVariable | optionalArgument;
constexpr int rangedNumber = longVariable | isUnsigned | optionalArgument | persistsAsReadOnly;
char allOnes[] = "255.255.255.255";
char defaultMask[] = "255.255.255.0";

PlainVariable<char *> vip{text, "mgr_vip_ip", "The mgr vip address, host.", checkVip, update<&Settings::vip>,
                          &settings.vip.shown, nullptr};
PlainVariable<char *> readVips{text, "mgr_read_vip_ips", "The mgr read vip address, host,host", checkReadVips,
                               update<&Settings::readVips>, &settings.readVips.shown, nullptr};
PlainVariable<char *> nic{text, "mgr_vip_nic", "name of the network card", checkNic, updateAndUnbind<&Settings::nic>,
                          &settings.nic.shown, nullptr};
PlainVariable<char *> mask{text, "mgr_vip_mask", "netmask of vip ", nullptr, updateAndUnbind<&Settings::mask>,
                           &settings.mask.shown, defaultMask};
PlainVariable<char *> label{text, "mgr_vip_label", "mgr vip label.", checkLabel, updateAndUnbind<&Settings::label>,
                            &settings.label.shown, nullptr};
PlainVariable<char *> broadcast{text, "mgr_vip_broad", "The mgr vip broadcast, host.", nullptr,
                                update<&Settings::broadcast>, &settings.broadcast.shown, allOnes};
PlainVariable<char *> port{text | isReadOnly, "port", "greatdb ha plugin transfer port", nullptr, nullptr,
                           &settings.port.shown, nullptr};
PlainVariable<char *> tope{text, "vip_tope", "relationship between vip add mgr nodes", checkTope, updateTope, &topeShown,
                           nullptr};
PlainVariable<char *> gateway{text, "gateway_address", "The address of gateway", checkGateway,
                              update<&Settings::gateway>, &settings.gateway.shown, nullptr};
PlainVariable<bool> enabled{flag, "enable_mgr_vip", "whether enable mgr vip.", nullptr, updateEnabled,
                            &settings.isEnabled, isOnByDefault};
PlainVariable<bool> force{flag, "force_change_mgr_vip", "Force binding floating IP", nullptr, updateForce,
                          &settings.isForced, false};
PlainVariable<bool> kill{flag, "mgr_exit_primary_kill_connection_mode",
                         "whether check kill old primary's connection after primary changed.", nullptr, nullptr,
                         &settings.killsConnections, false};
RangedVariable announcements{rangedNumber, "send_arp_packge_times",
                             "The number of times to broad arp packge after bind vip.", nullptr, nullptr,
                             &settings.announcements, 5, 3, 20, 0};
RangedVariable forceWait{rangedNumber, "force_wait_timeout", "Seconds before a member of two is forced.", nullptr,
                         nullptr, &settings.forceWaitSeconds, 5, 3, 3600, 0};
NamedVariable floatingType{enumVariable, "mgr_read_vip_floating_type", "Where the read vip of a lost secondary goes.",
                           nullptr, nullptr, &settings.floatsToAnother, 0, &floating};

std::vector<void *> listVariables() {
  std::vector<void *> all{&vip, &nic, &enabled, &mask, &force};
  if (hasBroadcast) all.push_back(&broadcast);
  if (hasReadVips) {
    for (void *one : {static_cast<void *>(&readVips), static_cast<void *>(&tope), static_cast<void *>(&kill),
                      static_cast<void *>(&gateway), static_cast<void *>(&announcements),
                      static_cast<void *>(&floatingType)})
      all.push_back(one);
  }
  if (hasPort) all.push_back(&port);
  if (hasLabel) all.push_back(&label);
  if (hasFunctions) all.push_back(&forceWait);
  all.push_back(nullptr);
  return all;
}

std::vector<void *> variables = listVariables();

/** The gateway is never pinged here. */
int showNoTime(THD *, StatusVariable *variable, char *buffer) {
  buffer[0] = '\0';
  variable->type = statusText;
  variable->value = buffer;
  return 0;
}

StatusVariable timeOf(const char *name) {
  return {name, reinterpret_cast<char *>(showNoTime), statusFunction, globalStatus};
}

StatusVariable statusOfOlder[] = {timeOf("greatdb_ha_last_ping_time"), {}};
StatusVariable statusOfNewest[] = {timeOf("greatdb_ha_last_ping_succ_time"), timeOf("greatdb_ha_last_ping_fail_time"), {}};
StatusVariable *status = hasFunctions ? statusOfNewest : hasLabel ? statusOfOlder : nullptr;

int init(void *plugin) {
  pluginHandle = plugin;
  {
    Lock held(stateLock);
    topeShown = shownTope;
    // The values of the option files are the server's own memory until here.
    for (Text *one : {&settings.vip, &settings.nic, &settings.mask, &settings.label, &settings.broadcast,
                      &settings.readVips, &settings.gateway, &settings.port})
      one->set(one->shown);
    // What a killed server left.
    unbindConfigured();
  }
  addFunctions();
  startListener();
  startCourse();
  return 0;
}

int deinit(void *) {
  stopCourse();
  stopListener();
  removeFunctions();
  Lock held(stateLock);
  unbindHeld();
  return 0;
}

int interfaceVersion = GREATDB_HA_SERVER << 8;

}  // namespace

#define EXPORTED extern "C" __attribute__((visibility("default")))

EXPORTED int _mysql_plugin_interface_version_;
EXPORTED int _mysql_sizeof_struct_st_plugin_;
EXPORTED PluginDescriptor _mysql_plugin_declarations_[];

int _mysql_plugin_interface_version_ = 0x010b;
int _mysql_sizeof_struct_st_plugin_ = sizeof(PluginDescriptor);
PluginDescriptor _mysql_plugin_declarations_[] = {
    {daemonPlugin, &interfaceVersion, "greatdb_ha", "Primacy's lab", "stand-in for greatdb_ha " GREATDB_HA_NAME,
     gplLicense, init, nullptr, deinit, 0x0100, status, variables.data(), nullptr, 0},
    {}};
