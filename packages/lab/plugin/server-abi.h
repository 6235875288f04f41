// What of the server a plugin sees, declared here, because Debian ships no header for plugins: x86-64, MySQL 9.7.4.
// The lab compares the version and the size of the descriptor with those of a plugin of the server's own package before
// it builds anything of this (packages/lab/src/plugin/server-abi.ts).
#pragma once

#include <atomic>
#include <cstddef>
#include <string>

class THD;

// --- the descriptor

constexpr int daemonPlugin = 3;
constexpr int gplLicense = 1;

struct StatusVariable {
  const char *name;
  char *value;
  int type;
  int scope;
};
constexpr int statusFunction = 8;
constexpr int statusText = 5;
constexpr int globalStatus = 1;

struct PluginDescriptor {
  int type;
  void *info;
  const char *name;
  const char *author;
  const char *description;
  int license;
  int (*init)(void *);
  int (*checkUninstall)(void *);
  int (*deinit)(void *);
  unsigned int version;
  StatusVariable *statusVariables;
  void **systemVariables;
  void *reserved;
  unsigned long flags;
};

// --- system variables

constexpr int boolVariable = 0x1;
constexpr int longVariable = 0x3;
constexpr int textVariable = 0x5;
constexpr int enumVariable = 0x6;
constexpr int isUnsigned = 0x80;
constexpr int isReadOnly = 0x200;
constexpr int optionalArgument = 0x2000;
/** SET GLOBAL works; SET PERSIST takes the privilege of read-only variables. */
constexpr int persistsAsReadOnly = 0x20000;

/** What a client wants to give a variable. */
struct WantedValue {
  int (*type)(WantedValue *);
  const char *(*text)(WantedValue *, char *buffer, int *length);
  int (*real)(WantedValue *, double *);
  int (*number)(WantedValue *, long long *);
  int (*isUnsigned)(WantedValue *);
};

using CheckVariable = int (*)(THD *, void *variable, void *save, WantedValue *);
using UpdateVariable = void (*)(THD *, void *variable, void *value, const void *save);

template <typename T>
struct PlainVariable {
  int flags;
  const char *name;
  const char *comment;
  CheckVariable check;
  UpdateVariable update;
  T *value;
  T fallback;
};

struct RangedVariable {
  int flags;
  const char *name;
  const char *comment;
  CheckVariable check;
  UpdateVariable update;
  unsigned long *value;
  unsigned long fallback;
  unsigned long least;
  unsigned long most;
  unsigned long block;
};

struct Names {
  size_t count;
  const char *name;
  const char **names;
  unsigned int *lengths;
};

struct NamedVariable {
  int flags;
  const char *name;
  const char *comment;
  CheckVariable check;
  UpdateVariable update;
  unsigned long *value;
  unsigned long fallback;
  Names *names;
};

// --- loadable functions

constexpr int textResult = 0;
constexpr int integerResult = 2;

struct FunctionState {
  bool mayBeNull;
  unsigned int decimals;
  unsigned long mostLength;
  char *own;
  bool isConstant;
  void *extension;
};

struct FunctionArguments {
  unsigned int count;
  int *types;
  char **values;
  unsigned long *lengths;
  char *mayBeNull;
  char **names;
  unsigned long *nameLengths;
  void *extension;
};

// --- services of the server's registry

struct ServiceHandle;

struct Registry {
  bool (*acquire)(const char *name, ServiceHandle **out);
  bool (*acquireRelated)(const char *name, ServiceHandle *of, ServiceHandle **out);
  bool (*release)(ServiceHandle *);
};

struct FunctionService {
  bool (*add)(const char *name, int resultType, void *function, void *init, void *deinit);
  bool (*remove)(const char *name, int *wasPresent);
};

struct FunctionMetadata {
  bool (*getArgument)(FunctionArguments *, const char *what, unsigned int index, void **out);
  bool (*getResult)(FunctionState *, const char *what, void **out);
  bool (*setArgument)(FunctionArguments *, const char *what, unsigned int index, void *value);
  bool (*setResult)(FunctionState *, const char *what, void *value);
};

struct CurrentThread {
  bool (*get)(THD **);
};

struct SecurityContext {
  bool (*get)(void *thread, void **context);
  bool (*set)(void *thread, void *context);
};

struct SecurityOptions {
  bool (*get)(void *context, const char *name, void *out);
  bool (*set)(void *context, const char *name, void *value);
};

struct GlobalGrants {
  bool (*has)(void *context, const char *privilege, size_t length);
};

// --- what mysqld exports

enum plugin_log_level { MY_ERROR_LEVEL, MY_WARNING_LEVEL, MY_INFORMATION_LEVEL };

int my_plugin_log_message(void **plugin, plugin_log_level level, const char *format, ...);
void my_message(unsigned int code, const char *text, int flags);
char *thd_strmake(THD *, const char *text, unsigned long length);
bool my_thread_init();
void my_thread_end();
Registry *mysql_plugin_registry_acquire();
int channel_get_credentials(const char *channel, std::string &user, std::string &password);

extern char server_uuid[];
/** Above 0 from the moment in which the server begins to shut down. */
extern std::atomic<int> connection_events_loop_aborted_flag;

using TakeText = void (*)(void *context, const char &text, size_t length);
using TakeNumber = void (*)(void *context, unsigned int number);
using TakeCount = void (*)(void *context, unsigned long long count);

/** The spare ones keep a server that calls more than those from calling nothing. */
struct GROUP_REPLICATION_GROUP_MEMBERS_CALLBACKS {
  void *context;
  TakeText channel, id, host;
  TakeNumber port;
  TakeText state, role, version, protocol;
  TakeText spare[4];
};

struct GROUP_REPLICATION_GROUP_MEMBER_STATS_CALLBACKS {
  void *context;
  TakeText channel, view, id, committed, lastWithoutConflict;
  TakeCount counts[12];
};

bool is_group_replication_running();
bool is_group_replication_member_secondary();
unsigned int get_group_replication_members_number_info();
bool get_group_replication_group_members_info(unsigned int index,
                                              const GROUP_REPLICATION_GROUP_MEMBERS_CALLBACKS &);
bool get_group_replication_group_member_stats_info(unsigned int index,
                                                   const GROUP_REPLICATION_GROUP_MEMBER_STATS_CALLBACKS &);

/** The client that the server itself replicates with. */
struct MYSQL;
struct MYSQL_RES;
constexpr int connectTimeoutOption = 0;
constexpr int readTimeoutOption = 11;
constexpr int writeTimeoutOption = 12;
constexpr int tlsModeOption = 35;
constexpr int publicKeyOption = 36;
constexpr unsigned int tlsDisabled = 1;

extern "C" {
MYSQL *mysql_init(MYSQL *);
int mysql_options(MYSQL *, int option, const void *value);
MYSQL *mysql_real_connect(MYSQL *, const char *host, const char *user, const char *password, const char *database,
                          unsigned int port, const char *socket, unsigned long flags);
int mysql_real_query(MYSQL *, const char *text, unsigned long length);
MYSQL_RES *mysql_store_result(MYSQL *);
char **mysql_fetch_row(MYSQL_RES *);
void mysql_free_result(MYSQL_RES *);
const char *mysql_error(MYSQL *);
void mysql_close(MYSQL *);
}
