import type { Environment } from '../../config.ts'
import type { AppName } from './app-entry.ts'

const semiSpace = '--max-semi-space-size'

/**
 * The most that one of three parts of V8's young generation may have, in MiB. A searcher reads much and keeps little. V8
 * lets what it has read lie until a part is full, and makes parts larger the more memory the machine has.
 */
const semiSpaceMiB: Partial<Record<AppName, number>> = { searcher: 2 }

/** Returns options of Node for an app. What the environment's `NODE_OPTIONS` sets has precedence. */
export function nodeOptionsOf(app: AppName, { NODE_OPTIONS = '' }: Environment): string[] {
  const most = semiSpaceMiB[app]
  const isSet = NODE_OPTIONS.replaceAll('_', '-').includes(semiSpace)
  return most === undefined || isSet ? [] : [`${semiSpace}=${most}`]
}

/**
 * Returns an environment in which the threads of a process share two arenas of glibc's `malloc`. By default each thread has
 * its own, which keeps what the thread once held. What the environment sets has precedence.
 */
export function withSharedArenas<Variables extends Environment>(
  environment: Variables,
): Variables & { MALLOC_ARENA_MAX: string } {
  return { ...environment, MALLOC_ARENA_MAX: environment.MALLOC_ARENA_MAX ?? '2' }
}
