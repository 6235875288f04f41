#include <arpa/inet.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <stdexcept>
#include <thread>

#include "stand-in.h"

namespace {

constexpr unsigned int askTimeoutSeconds = 3;
constexpr int attempts = 3;

std::thread listener;
std::atomic<bool> isListening{false};

std::string view(const Group &group) { return group.stamp + " " + std::to_string(group.version); }

/** As the account of the recovery channel, and without TLS, whatever the server asks for. */
MYSQL *connectTo(const Member &member) {
  std::string user, password;
  if (channel_get_credentials("group_replication_recovery", user, password) != 0 || user.empty()) {
    logMessage(MY_ERROR_LEVEL, "SlaveConnManager get rpl_user info failed");
    return nullptr;
  }
  MYSQL *mysql = mysql_init(nullptr);
  const bool getsKey = true;
  mysql_options(mysql, connectTimeoutOption, &askTimeoutSeconds);
  mysql_options(mysql, readTimeoutOption, &askTimeoutSeconds);
  mysql_options(mysql, writeTimeoutOption, &askTimeoutSeconds);
  mysql_options(mysql, publicKeyOption, &getsKey);
  mysql_options(mysql, tlsModeOption, &tlsDisabled);
  if (mysql_real_connect(mysql, member.host.c_str(), user.c_str(), password.c_str(), nullptr, member.port, nullptr, 0))
    return mysql;
  mysql_close(mysql);
  return nullptr;
}

bool askByFunction(const Member &member, const std::string &sql, std::string &answer) {
  MYSQL *mysql = connectTo(member);
  if (mysql == nullptr) return false;
  bool isAnswered = false;
  if (mysql_real_query(mysql, sql.c_str(), sql.size()) != 0) {
    logMessage(MY_WARNING_LEVEL, "SlaveConnManager send_message to " + member.host + ":" + std::to_string(member.port) +
                                     " failed due to " + mysql_error(mysql));
  } else if (MYSQL_RES *result = mysql_store_result(mysql)) {
    char **row = mysql_fetch_row(result);
    isAnswered = row != nullptr && row[0] != nullptr;
    if (isAnswered) answer = row[0];
    mysql_free_result(result);
  }
  mysql_close(mysql);
  return isAnswered;
}

/** All that comes until the other end closes or a line ends. */
std::string readLine(int number) {
  std::string line;
  char one;
  while (recv(number, &one, 1, 0) == 1 && one != '\n') line += one;
  return line;
}

void limitTime(int number) {
  const timeval limit{askTimeoutSeconds, 0};
  setsockopt(number, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof(limit));
  setsockopt(number, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof(limit));
}

/** The protocol of this port is the stand-in's own. The other end is taken to have the same port. */
bool askByPort(const Member &member, const std::string &question, std::string &answer) {
  std::string port;
  {
    std::lock_guard<std::mutex> held(stateLock);
    port = settings.port.kept;
  }
  sockaddr_in to{};
  to.sin_family = AF_INET;
  to.sin_port = htons(static_cast<uint16_t>(atoi(port.c_str())));
  if (to.sin_port == 0 || inet_pton(AF_INET, member.host.c_str(), &to.sin_addr) != 1) return false;
  const int number = socket(AF_INET, SOCK_STREAM, 0);
  limitTime(number);
  if (connect(number, reinterpret_cast<sockaddr *>(&to), sizeof(to)) == 0 &&
      send(number, question.c_str(), question.size(), MSG_NOSIGNAL) > 0)
    answer = readLine(number);
  close(number);
  return !answer.empty();
}

std::string answerLine(const std::string &line) {
  char stamp[65] = "", tope[mostTope + 1] = "";
  int version = 0;
  if (sscanf(line.c_str(), "GET %64s %d", stamp, &version) == 2) return answerGet(stamp, version);
  const std::string format = "SET %64s %d %" + std::to_string(mostTope) + "s";
  if (sscanf(line.c_str(), format.c_str(), stamp, &version, tope) == 3) return answerSet(stamp, version, tope);
  throw std::invalid_argument("no question");
}

void serve(int number) {
  my_thread_init();
  while (isListening) {
    pollfd wait{number, POLLIN, 0};
    if (poll(&wait, 1, 200) <= 0) continue;
    const int from = accept(number, nullptr, nullptr);
    if (from < 0) continue;
    limitTime(from);
    try {
      const std::string answer = answerLine(readLine(from)) + "\n";
      send(from, answer.c_str(), answer.size(), MSG_NOSIGNAL);
    } catch (const std::exception &failure) {
      logMessage(MY_ERROR_LEVEL, std::string("Receive unexpected packet: ") + failure.what());
    }
    close(from);
  }
  close(number);
  my_thread_end();
}

}  // namespace

bool askPeer(const Member &member, const Group &group, const std::string *tope, std::string &answer, bool &isRefused) {
  const std::string byPort = (tope == nullptr ? "GET " + view(group) : "SET " + view(group) + " " + *tope) + "\n";
  const std::string arguments = "('" + group.stamp + "', " + std::to_string(group.version);
  const std::string bySql = tope == nullptr ? "select HA_GET_BIND_VIPS" + arguments + ")"
                                            : "select HA_SET_ALL_NODE_BIND_VIPS" + arguments + ", '" + *tope + "')";
  std::string whole;
  bool isAnswered = false;
  for (int i = 0; i < attempts && !isAnswered; i++)
    isAnswered = hasFunctions ? askByFunction(member, bySql, whole) : askByPort(member, byPort, whole);
  isRefused = isAnswered && whole[0] == '1';
  if (!isAnswered || whole[0] != '0') {
    logMessage(MY_ERROR_LEVEL, "try to connect or send message to " + member.host + std::to_string(member.port) +
                                   " failed when get secondary bind vips message");
    return false;
  }
  answer = whole.substr(1);
  return true;
}

bool startListener() {
  const int port = atoi(settings.port.kept.c_str());
  if (!hasPort || port == 0) return true;
  const int number = socket(AF_INET, SOCK_STREAM, 0);
  const int on = 1;
  setsockopt(number, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
  sockaddr_in at{};
  at.sin_family = AF_INET;
  at.sin_port = htons(static_cast<uint16_t>(port));
  if (bind(number, reinterpret_cast<sockaddr *>(&at), sizeof(at)) != 0 || listen(number, 16) != 0) {
    logMessage(MY_ERROR_LEVEL, "Error: could not listen on port " + settings.port.kept);
    close(number);
    return false;
  }
  isListening = true;
  listener = std::thread(serve, number);
  return true;
}

void stopListener() {
  isListening = false;
  if (listener.joinable()) listener.join();
}
