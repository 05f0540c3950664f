#pragma once
#include <libpq-fe.h>
#include <stddef.h>

// The fields of an error are character constants, which Swift sees as another type than libpq's.
static const int shortlinks_code = PG_DIAG_SQLSTATE;
static const int shortlinks_message = PG_DIAG_MESSAGE_PRIMARY;

// Begins to connect; NULL where there is no memory.
static inline PGconn *shortlinks_connect(const char *address) {
  // The later one of two values for an option holds: the address can name the program otherwise, but
  // texts are in UTF-8 whatever it says.
  const char *const names[] = { "application_name", "dbname", "client_encoding", NULL };
  const char *const values[] = { "shortlinks", address, "UTF8", NULL };
  PGconn *connection = PQconnectStartParams(names, values, 1);
  // Of what a server refuses, only the code: its sentence may quote the address.
  if (connection != NULL) { PQsetErrorVerbosity(connection, PQERRORS_SQLSTATE); }
  return connection;
}

// Turns the sentences that a server sends besides its answers into nothing: libpq would print them.
static inline void shortlinks_ignore_notice(void *context, const PGresult *notice) {}
static inline void shortlinks_silence(PGconn *connection) {
  PQsetNoticeReceiver(connection, shortlinks_ignore_notice, NULL);
}
