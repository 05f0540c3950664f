#pragma once
#include <hiredis/hiredis.h>

// Swift cannot call variadic functions such as `redisCommand`. This one takes the words of a command, which
// may have any bytes; the reply is NULL where the connection is lost.
static inline redisReply *shortlinks_command(
  redisContext *connection, int count, const char **words, const size_t *lengths
) {
  return (redisReply *)redisCommandArgv(connection, count, words, lengths);
}
