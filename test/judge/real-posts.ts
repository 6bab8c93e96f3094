import { type FoundItem, msOf, parseInstant, type Signal } from '@signalpost/domain'
import type { JudgedListener } from '@signalpost/judge'
import { type RealListener, readRealListeners, readRealSignals } from '../support/real-signals.ts'

/** A real post as a listener would have found it, when it found it. */
export type RealPost = {
  signalId: string
  item: FoundItem
  listener: JudgedListener
  listenerId: string
  nowMs: number
}

/** Reads the texts of the real signals. Their scores, labels and verdicts were made by rules, so none of it is used. */
export function readRealPosts(): { posts: RealPost[]; isLarge: boolean } {
  const { lines, isLarge } = readRealSignals()
  const listeners = new Map(readRealListeners().map((listener) => [listener.id, listener]))
  const posts = lines.map((line) => {
    const signal: Signal = JSON.parse(line)
    return {
      signalId: signal.id,
      item: itemOf(signal),
      listener: listenerOf(signal, listeners.get(signal.listenerId)),
      listenerId: signal.listenerId,
      nowMs: msOf(parseInstant(signal.firstSeenAt) ?? signal.firstSeenAt),
    }
  })
  return { posts, isLarge }
}

function itemOf(signal: Signal): FoundItem {
  const { source, url, title, excerpt, coverage, dedupeKey, foundByQuery } = signal
  const { author, approximateDate, rating, subjectOrg, subjectName, accountKey, rivalKey, placeKey } = signal
  const publishedAt = signal.publishedAt === undefined ? undefined : parseInstant(signal.publishedAt)
  return {
    ...{ platform: source, key: dedupeKey ?? url, url, title, text: excerpt },
    ...{ coverage: coverage ?? 'full_text', foundByQuery: foundByQuery ?? '' },
    ...(publishedAt !== undefined && { publishedAt }),
    ...(approximateDate !== undefined && { approximateDate }),
    ...(author !== undefined && { author }),
    ...(rating !== undefined && { rating }),
    ...(subjectOrg !== undefined && { subjectOrg }),
    ...(subjectName !== undefined && { subjectName }),
    ...(accountKey !== undefined && { accountKey }),
    ...(rivalKey !== undefined && { rivalKey }),
    ...(placeKey !== undefined && { placeKey }),
  }
}

/** The open part comes without its listeners: there, what a signal is about says which kind found it. */
function listenerOf(
  { matchedKeywords, rivalKey, placeKey, subjectName }: Signal,
  real: RealListener | undefined,
): JudgedListener {
  const mode =
    real?.mode ?? (placeKey !== undefined ? 'places' : rivalKey !== undefined ? 'rivals' : 'market')
  const rivals = real === undefined ? [subjectName ?? []].flat() : Object.values(real.rivals ?? {})
  const profiles = {
    market: { targetRoles: [] },
    places: { categories: [], locations: [] },
    rivals: { rivals, painVocabulary: [] },
  }
  return {
    ...{ mode, objective: 'find_customers', keywords: real?.keywords ?? matchedKeywords, exclusions: [] },
    ...{ sensitivity: 'balanced', profile: profiles[mode] },
  }
}
