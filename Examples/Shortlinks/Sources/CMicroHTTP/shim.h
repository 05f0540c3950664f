#pragma once
#include <errno.h>
#include <fcntl.h>
#include <microhttpd.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

// Swift cannot call variadic C functions, and sees the cases of libmicrohttpd's closed enums under
// other names: whatever the server needs of both has a wrapper here.

static const enum MHD_Result shortlinks_no = MHD_NO;
static const enum MHD_Result shortlinks_yes = MHD_YES;
static const enum MHD_ConnectionNotificationCode shortlinks_opened = MHD_CONNECTION_NOTIFY_STARTED;

// Calls `collect` once for each header of a request.
static inline void shortlinks_each_header(
  struct MHD_Connection *connection, MHD_KeyValueIterator collect, void *context
) {
  MHD_get_connection_values(connection, MHD_HEADER_KIND, collect, context);
}

// Makes a response with a copy of its body.
static inline struct MHD_Response *shortlinks_response(size_t length, void *body) {
  return MHD_create_response_from_buffer(length, body, MHD_RESPMEM_MUST_COPY);
}

// The value of a hexadecimal digit, or -1.
static inline int shortlinks_digit(char character) {
  if (character >= '0' && character <= '9') { return character - '0'; }
  char letter = character | 0x20;
  return letter >= 'a' && letter <= 'f' ? letter - 'a' + 10 : -1;
}

// Undoes the escapes of a path, apart from `%00`: a C string would end there, and `/CODE%00x` be `/CODE`.
static inline size_t shortlinks_unescape(
  void *context, struct MHD_Connection *connection, char *text
) {
  (void)context;
  (void)connection;
  char *end = text;
  for (const char *next = text; *next != 0; next++) {
    // The second digit is read only after a first one, so never beyond the end.
    int high = *next == '%' ? shortlinks_digit(next[1]) : -1;
    int low = high < 0 ? -1 : shortlinks_digit(next[2]);
    if (low < 0 || (high == 0 && low == 0)) {
      *end++ = *next;
    } else {
      *end++ = (char)(high * 16 + low);
      next += 2;
    }
  }
  *end = 0;
  return (size_t)(end - text);
}

// Starts a server on a name or a numeric address; NULL where it cannot listen there.
static inline struct MHD_Daemon *shortlinks_start(
  const char *host, unsigned short port,
  MHD_AccessHandlerCallback handle, MHD_RequestCompletedCallback completed,
  MHD_NotifyConnectionCallback connected, void *context
) {
  char service[8];
  snprintf(service, sizeof(service), "%hu", port);
  struct addrinfo hints;
  memset(&hints, 0, sizeof(hints));
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_PASSIVE;
  struct addrinfo *address = NULL;
  if (getaddrinfo(host, service, &hints, &address) != 0) { return NULL; }

  // Its threads can be woken, which `MHD_quiesce_daemon` and `MHD_add_connection` need. Each connection has a
  // thread: those of a pool would keep others waiting behind a request that takes long.
  unsigned int flags = MHD_USE_AUTO_INTERNAL_THREAD | MHD_USE_THREAD_PER_CONNECTION | MHD_USE_ITC;
  if (address->ai_family == AF_INET6) { flags |= MHD_USE_IPv6; }
  struct MHD_Daemon *daemon = MHD_start_daemon(
    flags, port, NULL, NULL, handle, context,
    MHD_OPTION_SOCK_ADDR, address->ai_addr,
    MHD_OPTION_NOTIFY_COMPLETED, completed, context,
    MHD_OPTION_NOTIFY_CONNECTION, connected, context,
    MHD_OPTION_CONNECTION_TIMEOUT, 30u,
    MHD_OPTION_CONNECTION_LIMIT, 1000u,
    MHD_OPTION_UNESCAPE_CALLBACK, shortlinks_unescape, NULL,
    MHD_OPTION_END);
  freeaddrinfo(address);
  return daemon;
}

// The port that the server listens on, which the system chose where 0 was asked for; 0 on failure.
static inline unsigned short shortlinks_port(struct MHD_Daemon *daemon) {
  const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_LISTEN_FD);
  if (info == NULL) { return 0; }
  struct sockaddr_storage address;
  socklen_t length = sizeof(address);
  if (getsockname(info->listen_fd, (struct sockaddr *)&address, &length) != 0) { return 0; }
  if (address.ss_family == AF_INET6) {
    return ntohs(((struct sockaddr_in6 *)&address)->sin6_port);
  }
  return ntohs(((struct sockaddr_in *)&address)->sin_port);
}

// The file descriptor of a connection.
static inline int shortlinks_descriptor(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
    MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info == NULL ? -1 : info->connect_fd;
}

// A connection that the system has accepted and the server has not.
struct shortlinks_waiting {
  int descriptor;
  struct sockaddr_storage address;
  socklen_t length;
};

// Takes the next connection that waits at a listening socket; its descriptor is -1 where none does.
static inline struct shortlinks_waiting shortlinks_next(int listener) {
  struct shortlinks_waiting next;
  fcntl(listener, F_SETFL, fcntl(listener, F_GETFL) | O_NONBLOCK);
  do {
    next.length = sizeof(next.address);
    next.descriptor = accept(listener, (struct sockaddr *)&next.address, &next.length);
  } while (next.descriptor < 0 && (errno == EINTR || errno == ECONNABORTED));
  return next;
}

// Hands a connection to a server, which closes it whatever happens.
static inline enum MHD_Result shortlinks_add(
  struct MHD_Daemon *daemon, const struct shortlinks_waiting *waiting
) {
  return MHD_add_connection(
    daemon, waiting->descriptor, (const struct sockaddr *)&waiting->address, waiting->length);
}

// Lets a socket accept no more connections, without closing it.
static inline void shortlinks_end_listening(int listener) { shutdown(listener, SHUT_RDWR); }

static inline void shortlinks_close(int descriptor) { close(descriptor); }
