import { isExecutable, placesOf } from './find-program.ts'

export const redisRemedy =
  'Add redis-server to run them: apt-get install redis-server (or name the program in SIGNALPOST_REDIS_SERVER).'

/**
 * Returns the path of this machine's Redis server, if any. `SIGNALPOST_TEST_BACKENDS=postgres` excludes Redis; a list
 * that names `redis` makes its absence an error.
 */
export function findRedisServer(): string | undefined {
  const backends = (process.env.SIGNALPOST_TEST_BACKENDS || undefined)?.split(',')
  if (backends?.includes('redis') === false) return undefined
  const named = process.env.SIGNALPOST_REDIS_SERVER || undefined
  const candidates = named === undefined ? placesOf('redis-server') : [named]
  const found = candidates.find(isExecutable)
  if (found === undefined && (backends !== undefined || named !== undefined)) {
    throw new Error(`There is no Redis server at ${candidates.join(', ')}. ${redisRemedy}`)
  }
  return found
}

export function redisAvailable(): boolean {
  return findRedisServer() !== undefined
}

export function getRedisServer(): string {
  const found = findRedisServer()
  if (found === undefined) throw new Error(`This needs a Redis server. ${redisRemedy}`)
  return found
}
