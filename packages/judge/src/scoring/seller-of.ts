import type { Hit } from '../reading/phrase-index.ts'
import type { Reading } from './reading-of.ts'

/**
 * Returns the words of a seller, if any. An employer speaks of its own product too, a reviewer who "made a deposit" made
 * nothing to sell, and who "built a booking page with Acme" uses Acme.
 */
export function sellerOf({ post, matches, findings, isJob, item }: Reading): Hit<unknown> | undefined {
  if (isJob || item.rating !== undefined) return undefined
  const sentenceOf = ({ first }: Hit<unknown>): number => post.words[first]?.sentence ?? 0
  const lastNamed = new Map(
    matches.isAboutSubject ? matches.named.map((hit) => [sentenceOf(hit), hit.first]) : [],
  )
  return findings.voices.get('seller')?.find((hit) => (lastNamed.get(sentenceOf(hit)) ?? -1) < hit.last)
}
