import { OutgoingError } from '@signalpost/outgoing'
import { decodeText } from './decode-text.ts'
import { agentName, type FetchOptions, fetchDocument } from './fetch-document.ts'
import { allowsAll, allowsNothing, parseRobots, type Robots } from './robots.ts'

/** The least that RFC 9309 requires crawlers to read. */
const maxBytes = 512_000
const timeoutMs = 10_000

/**
 * Fetches robots.txt once for each host. A missing one allows everything; an unreadable one allows nothing, because its
 * rules are unknown.
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
      if (document.status >= 500 || document.status === 429) {
        return { ...allowsNothing, fault: `Its robots.txt answers with status ${document.status}.` }
      }
      if (document.status !== 200) return allowsAll
      return parseRobots(decodeText(document.body, document.headers['content-type']), agentName)
    } catch (error) {
      const fault = error instanceof OutgoingError ? error.message : 'Its robots.txt cannot be read.'
      return { ...allowsNothing, fault }
    }
  }
  return ({ origin }) => {
    const reading = known.get(origin) ?? read(origin)
    known.set(origin, reading)
    return reading
  }
}
