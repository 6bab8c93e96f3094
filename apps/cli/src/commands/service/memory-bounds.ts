import type { Environment } from '../../config.ts'
import type { AppName } from './app-entry.ts'

const most = '--max-semi-space-size'

/** V8 begins with 1 MiB, which the start of an app fills so often that its collections take a tenth of the time to ready. */
const atLeast = '--min-semi-space-size=2'

/**
 * The most that one of three parts of V8's young generation may have, in MiB. A searcher reads much and keeps little. V8
 * lets what it has read lie until a part is full, and makes parts larger the more memory the machine has.
 */
const mostMiB: Partial<Record<AppName, number>> = { searcher: 2 }

/** Returns options of Node for an app. What the environment's `NODE_OPTIONS` sets has precedence. */
export function nodeOptionsOf(app: AppName, { NODE_OPTIONS = '' }: Environment): string[] {
  const bound = mostMiB[app]
  const isSet = NODE_OPTIONS.replaceAll('_', '-').includes(most)
  return bound === undefined || isSet ? [atLeast] : [atLeast, `${most}=${bound}`]
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
