import { decodeText } from './decode-text.ts'
import { agentName, type FetchOptions, fetchDocument } from './fetch-document.ts'
import { allowsAll, allowsNothing, parseRobots, type Robots } from './robots.ts'

/** What RFC 9309 wants to be read at least. */
const maxBytes = 512_000
const timeoutMs = 10_000

/**
 * Asks each host once for its robots.txt. One that does not exist allows everything; one that could not be read
 * nothing, since nobody knows what it says.
 */
export function createRobotsOfHosts(
  options: Pick<FetchOptions, 'fetch' | 'signal'>,
): (url: URL) => Promise<Robots> {
  const known = new Map<string, Promise<Robots>>()
  const read = async (origin: string): Promise<Robots> => {
    try {
      const document = await fetchDocument(new URL('/robots.txt', origin), {
        ...options,
        timeoutMs,
        maxBytes,
        accept: 'text/plain',
      })
      if (document === undefined) return allowsAll
      if (document.status >= 500 || document.status === 429) return allowsNothing
      if (document.status !== 200) return allowsAll
      return parseRobots(decodeText(document.body, document.headers['content-type']), agentName)
    } catch {
      return allowsNothing // its cause shows again, if it lasts, when a page is asked for
    }
  }
  return ({ origin }) => {
    const reading = known.get(origin) ?? read(origin)
    known.set(origin, reading)
    return reading
  }
}
