import { CANCELLED, CONNREFUSED, NODATA, NOTFOUND, Resolver } from 'node:dns/promises'
import type { Lookup } from './find-target.ts'
import { findInHostsFile } from './hosts-file.ts'
import { createTurns } from './turns.ts'

const tries = { timeout: 1_500, tries: 2 }
const longestMs = 4_000
const mostAtOnce = 4
const rememberedMs = 30_000
const mostRemembered = 1_000
/** A record type that a name does not have. */
const absent: readonly unknown[] = [NODATA, NOTFOUND]
/** These say nothing about the name. */
const passing: readonly unknown[] = [CANCELLED, CONNREFUSED]

type ResolverOptions = {
  /** Name servers instead of the system's, as `address:port`. */
  servers?: readonly string[]
  nowMs?: () => number
}

/**
 * Resolves names that strangers choose by asking the name servers itself. `dns.lookup` would hold one of the few
 * threads of the process until the system gives the name up, and a name server that never answers would stop every
 * other lookup. A caller has 4 lookups at once. A name that could not be resolved is refused for 30 s without asking.
 * Names of the hosts file come from there; search domains are not used.
 */
export function createNameResolver({
  servers,
  nowMs = () => performance.now(),
}: ResolverOptions = {}): Lookup {
  const turns = createTurns({ mostAtOnce })
  const refused = new Map<string, { error: unknown; untilMs: number }>()

  const findRefusal = (name: string): { error: unknown } | undefined => {
    const known = refused.get(name)
    if (known !== undefined && known.untilMs > nowMs()) return known
    refused.delete(name)
    return undefined
  }
  const remember = (name: string, error: unknown): void => {
    if (passing.includes(codeOf(error))) return
    refused.delete(name)
    refused.set(name, { error, untilMs: nowMs() + rememberedMs })
    const [oldest] = refused.keys()
    if (refused.size > mostRemembered && oldest !== undefined) refused.delete(oldest)
  }

  return async (hostname, { caller, signal }) => {
    const name = hostname.toLowerCase().replace(/\.$/, '')
    const own = await findInHostsFile(name)
    if (own !== undefined) return own
    return turns.take(caller, signal, async () => {
      const known = findRefusal(name)
      if (known !== undefined)
        throw new Error('The name could not be resolved a moment ago.', { cause: known.error })
      try {
        return await askServers(name, { servers, signal })
      } catch (error) {
        if (!signal.aborted) remember(name, error)
        throw error
      }
    })
  }
}

/** Both families have to answer, with addresses or that there are none. */
async function askServers(
  name: string,
  { servers, signal }: { servers: readonly string[] | undefined; signal: AbortSignal },
): Promise<string[]> {
  const resolver = new Resolver(tries)
  if (servers !== undefined) resolver.setServers(servers)
  let isLate = false
  const cancel = (): void => resolver.cancel()
  const limit = setTimeout(() => {
    isLate = true
    cancel()
  }, longestMs)
  signal.addEventListener('abort', cancel, { once: true })
  try {
    const found = await Promise.all([
      resolver.resolve4(name).catch(noneIfAbsent),
      resolver.resolve6(name).catch(noneIfAbsent),
    ])
    return found.flat()
  } catch (error) {
    throw isLate ? new Error('The name servers did not answer in time.', { cause: error }) : error
  } finally {
    clearTimeout(limit)
    signal.removeEventListener('abort', cancel)
    cancel()
  }
}

function noneIfAbsent(error: unknown): string[] {
  if (absent.includes(codeOf(error))) return []
  throw error
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
