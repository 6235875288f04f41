#include <cstdio>
#include <cstring>
#include <stdexcept>

#include "stand-in.h"

namespace {

constexpr const char *getName = "HA_GET_BIND_VIPS";
constexpr const char *setName = "HA_SET_ALL_NODE_BIND_VIPS";
constexpr size_t mostErrorLength = 512;

/** A service of the server's registry for as long as it is in use. */
template <typename Service>
class Acquired {
 public:
  explicit Acquired(const char *name) : registry(mysql_plugin_registry_acquire()) {
    if (registry == nullptr || registry->acquire(name, &handle)) handle = nullptr;
  }
  ~Acquired() {
    if (handle != nullptr) registry->release(handle);
    if (registry != nullptr) registry->release(reinterpret_cast<ServiceHandle *>(registry));
  }
  explicit operator bool() const { return handle != nullptr; }
  const Service *operator->() const { return reinterpret_cast<Service *>(handle); }

 private:
  Registry *registry;
  ServiceHandle *handle = nullptr;
};

/** SUPER, or REPLICATION_SLAVE_ADMIN. */
bool isCallerAllowed() {
  Acquired<CurrentThread> current("mysql_current_thread_reader");
  Acquired<SecurityContext> contexts("mysql_thd_security_context");
  Acquired<SecurityOptions> options("mysql_security_context_options");
  Acquired<GlobalGrants> grants("global_grants_check");
  THD *thread = nullptr;
  void *context = nullptr;
  if (!current || !contexts || !options || !grants || current->get(&thread) || contexts->get(thread, &context))
    return false;
  bool isSuper = false;
  if (!options->get(context, "privilege_super", &isSuper) && isSuper) return true;
  constexpr char privilege[] = "REPLICATION_SLAVE_ADMIN";
  return grants->has(context, privilege, sizeof(privilege) - 1);
}

bool prepare(FunctionState *state, FunctionArguments *arguments, char *message, unsigned int count) {
  const int types[] = {textResult, integerResult, textResult};
  bool isRight = arguments->count == count;
  for (unsigned int i = 0; isRight && i < count; i++) isRight = arguments->types[i] == types[i];
  if (!isRight) {
    snprintf(message, mostErrorLength, "Wrong argument count or type");
    return true;
  }
  if (!isCallerAllowed()) {
    snprintf(message, mostErrorLength, "UDF not has_privileges");
    return true;
  }
  Acquired<FunctionMetadata> metadata("mysql_udf_metadata");
  char charset[] = "utf8mb4";
  if (metadata) metadata->setResult(state, "charset", charset);
  state->mayBeNull = false;
  state->own = nullptr;
  return false;
}

bool prepareGet(FunctionState *state, FunctionArguments *arguments, char *message) {
  return prepare(state, arguments, message, 2);
}

bool prepareSet(FunctionState *state, FunctionArguments *arguments, char *message) {
  return prepare(state, arguments, message, 3);
}

void finish(FunctionState *state) { delete[] state->own; }

std::string argument(const FunctionArguments *arguments, unsigned int index) {
  if (arguments->values[index] == nullptr) throw std::invalid_argument("null");
  return std::string(arguments->values[index], arguments->lengths[index]);
}

/** What both functions have in common: the view first, then the answer as the function's own memory. */
char *answer(FunctionState *state, const FunctionArguments *arguments, unsigned long *length, unsigned char *isNull,
             unsigned char *isError) {
  try {
    const std::string stamp = argument(arguments, 0);
    if (arguments->values[1] == nullptr) throw std::invalid_argument("null");
    const int version = static_cast<int>(*reinterpret_cast<long long *>(arguments->values[1]));
    const std::string text =
        arguments->count == 2 ? answerGet(stamp, version) : answerSet(stamp, version, argument(arguments, 2));
    delete[] state->own;
    state->own = new char[text.size() + 1];
    memcpy(state->own, text.c_str(), text.size() + 1);
    *length = text.size();
    return state->own;
  } catch (const std::exception &failure) {
    *isNull = *isError = 1;
    // ER_WRONG_ARGUMENTS
    my_message(1210, (std::string("Incorrect arguments to ") + failure.what()).c_str(), 0);
    return nullptr;
  }
}

char *call(FunctionState *state, FunctionArguments *arguments, char *, unsigned long *length, unsigned char *isNull,
           unsigned char *isError) {
  return answer(state, arguments, length, isNull, isError);
}

}  // namespace

bool addFunctions() {
  if (!hasFunctions) return true;
  Acquired<FunctionService> service("udf_registration");
  const auto pointer = [](auto function) { return reinterpret_cast<void *>(function); };
  if (service && !service->add(getName, textResult, pointer(call), pointer(prepareGet), pointer(finish)) &&
      !service->add(setName, textResult, pointer(call), pointer(prepareSet), pointer(finish)))
    return true;
  logMessage(MY_ERROR_LEVEL, " UDF_REGISTER_SERVICE ERROR ");
  return false;
}

void removeFunctions() {
  if (!hasFunctions) return;
  Acquired<FunctionService> service("udf_registration");
  int wasPresent = 0;
  if (!service) return;
  service->remove(getName, &wasPresent);
  service->remove(setName, &wasPresent);
}
