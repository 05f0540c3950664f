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

// Starts a server on a name or a numeric address; NULL where it cannot listen there.
static inline struct MHD_Daemon *shortlinks_start(
  const char *host, unsigned short port, unsigned int threads,
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

  // Its threads can be woken, which `MHD_quiesce_daemon` and `MHD_add_connection` need.
  unsigned int flags = MHD_USE_AUTO_INTERNAL_THREAD | MHD_USE_ITC;
  if (address->ai_family == AF_INET6) { flags |= MHD_USE_IPv6; }
  // A pool of one thread is no pool for libmicrohttpd: it would print a warning.
  struct MHD_OptionItem pool[] = {
    { MHD_OPTION_THREAD_POOL_SIZE, threads, NULL },
    { MHD_OPTION_END, 0, NULL },
  };
  if (threads < 2) { pool[0].option = MHD_OPTION_END; }
  struct MHD_Daemon *daemon = MHD_start_daemon(
    flags, port, NULL, NULL, handle, context,
    MHD_OPTION_SOCK_ADDR, address->ai_addr,
    MHD_OPTION_NOTIFY_COMPLETED, completed, context,
    MHD_OPTION_NOTIFY_CONNECTION, connected, context,
    MHD_OPTION_CONNECTION_TIMEOUT, 30u,
    MHD_OPTION_ARRAY, pool,
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
