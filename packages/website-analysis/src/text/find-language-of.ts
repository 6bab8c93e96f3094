import { votesByLanguage } from '@signalpost/domain'
import type { Page } from '../crawl/page.ts'

const mostLetters = 12_000
/** How many times as frequent the words of another language must be. */
const clearly = 3
const leastVotes = 8

/** Returns the language of a site as two letters: the declared one, unless its words are clearly those of another. */
export function findLanguageOf(pages: readonly Page[]): string {
  const declared = pages[0]?.language?.slice(0, 2).toLowerCase() ?? ''
  const text = pages.flatMap(({ blocks }) => blocks.map((block) => block.text)).join('\n')
  const votes = votesByLanguage(text.slice(0, mostLetters))
  const [best = ['en', 0] as const] = [...votes].sort((a, b) => b[1] - a[1])
  const isClear = best[1] >= leastVotes && best[1] >= clearly * (votes.get(declared) ?? 0)
  if (!/^[a-z]{2}$/.test(declared)) return best[1] >= leastVotes ? best[0] : 'en'
  // A declared language that is not among these is believed.
  return votes.has(declared) && isClear ? best[0] : declared
}
