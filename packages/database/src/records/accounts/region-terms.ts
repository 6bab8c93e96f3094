import { createHash } from 'node:crypto'
import { foldCase } from '@signalpost/domain'

const longestTerm = 300

/**
 * Returns the terms that match a region: all of it and each of its comma-separated parts, trimmed, in folded case.
 * Terms are for comparing only: a long one is replaced with its SHA-256, which fits into an index.
 */
export function regionTerms(region: string): string[] {
  const terms = [region, ...region.split(',')].map(regionTerm)
  return [...new Set(terms)].filter((term) => term !== '')
}

/** Returns the term for comparing a text. */
export function regionTerm(text: string): string {
  const folded = foldCase(text.trim())
  return folded.length <= longestTerm ? folded : createHash('sha256').update(folded).digest('hex')
}
