import { createHash } from 'node:crypto'
import { foldCase } from '@signalpost/domain'

const longestTerm = 300

/**
 * What a region can be asked for by: the whole of it and each of its comma-separated parts, trimmed, in folded case.
 * Terms are for comparing only: a long one is its SHA-256, which an index can hold.
 */
export function regionTerms(region: string): string[] {
  const terms = [region, ...region.split(',')].map(regionTerm)
  return [...new Set(terms)].filter((term) => term !== '')
}

/** The term that a text is compared by. */
export function regionTerm(text: string): string {
  const folded = foldCase(text.trim())
  return folded.length <= longestTerm ? folded : createHash('sha256').update(folded).digest('hex')
}
