import { keyPrefix } from '../queue-names.ts'
import type { RedisClient } from './connect-redis.ts'
import { explainRedisFault } from './explain-redis-fault.ts'

const key = `${keyPrefix}:rights`

/** Uses each type of BullMQ's keys, and leaves none. */
const script = `
  local key = KEYS[1]
  redis.call('del', key)
  redis.call('set', key, '1', 'px', 1000) redis.call('del', key)
  redis.call('hset', key, 'field', '1') redis.call('del', key)
  redis.call('lpush', key, '1') redis.call('del', key)
  redis.call('sadd', key, '1') redis.call('del', key)
  redis.call('zadd', key, 1, '1') redis.call('del', key)
  redis.call('xadd', key, '*', 'field', '1') redis.call('del', key)`

/**
 * Checks that the user may do what BullMQ does. A worker of BullMQ that may not read the version tries again without a
 * pause, and its process does nothing else. Other faults, such as memory that is used up, pass by.
 *
 * @throws NotReadyError where the user lacks a right
 */
export async function checkRedisRights(client: RedisClient): Promise<void> {
  try {
    await client.info()
    await client.eval(script, 1, key)
    await client.bzpopmin(key, 0.001)
  } catch (error) {
    const refusal = explainRedisFault(error)
    if (refusal !== undefined) throw refusal
  }
}
