import { CANCELLED, CONNREFUSED, NODATA, NOTFOUND, Resolver } from 'node:dns/promises'
import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import type { Lookup } from './find-target.ts'
import { createTurns } from './turns.ts'

const hostsFile = '/etc/hosts'
const loopback = ['127.0.0.1', '::1']

/**
 * Returns the addresses of a name in the hosts file; undefined if it is not listed. `localhost` is always this machine
 * (RFC 6761).
 */
async function findInHostsFile(name: string): Promise<string[] | undefined> {
  const found = new Set<string>()
  for (const line of (await readHosts()).split('\n')) {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/)
    if (isIP(address) !== 0 && names.some((one) => one.toLowerCase() === name)) found.add(address)
  }
  if (found.size > 0) return [...found]
  return name === 'localhost' || name.endsWith('.localhost') ? loopback : undefined
}

async function readHosts(): Promise<string> {
  try {
    return await readFile(hostsFile, 'utf8')
  } catch {
    return '' // no file, no names
  }
}

const tries = { timeout: 1_500, tries: 2 }
const longestMs = 4_000
const mostAtOnce = 4
const rememberedMs = 30_000
const mostRemembered = 1_000
/** The name has no record of this type. */
const absent: readonly unknown[] = [NODATA, NOTFOUND]
/** These say nothing about the name itself. */
const passing: readonly unknown[] = [CANCELLED, CONNREFUSED]

type ResolverOptions = {
  /** Name servers as `address:port`, instead of the system's. */
  servers?: readonly string[]
  nowMs?: () => number
}

/**
 * Resolves names that strangers choose, by asking the name servers directly. `dns.lookup` would block one of the
 * process's few threads until the system gives up, so one silent name server would stop every other lookup. A caller
 * may run 4 lookups at once. A name that failed is refused for 30 s without asking again. Reads the hosts file; ignores
 * search domains.
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

/** Both families must answer, with addresses or with none. */
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
