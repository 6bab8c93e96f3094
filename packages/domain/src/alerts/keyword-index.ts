import { composeText } from '../input/compose-text.ts'
import { foldCase } from '../input/fold-case.ts'

const prefixLength = 3

/** Finds the keywords in a text, at a cost that hardly grows with the number of keywords. */
export type KeywordIndex<Value> = {
  /** The keywords by their beginnings, with their lengths. */
  prefixes: Map<string, { lengths: Set<number>; values: Map<string, Value[]> }>
  prefixLengths: Set<number>
}

export function createKeywordIndex<Value>(): KeywordIndex<Value> {
  return { prefixes: new Map(), prefixLengths: new Set() }
}

export function addKeyword<Value>(index: KeywordIndex<Value>, keyword: string, value: Value): void {
  const folded = foldText(keyword)
  const prefix = folded.slice(0, prefixLength)
  const entry = index.prefixes.get(prefix) ?? { lengths: new Set(), values: new Map() }
  index.prefixes.set(prefix, entry)
  index.prefixLengths.add(prefix.length)
  entry.lengths.add(folded.length)
  const values = entry.values.get(folded)
  if (values === undefined) entry.values.set(folded, [value])
  else values.push(value)
}

/** Returns the values of all keywords that the folded text contains. */
export function findByKeywords<Value>(index: KeywordIndex<Value>, foldedText: string): Set<Value> {
  const found = new Set<Value>()
  for (const length of index.prefixLengths) {
    for (let at = 0; at + length <= foldedText.length; at += 1) {
      const entry = index.prefixes.get(foldedText.slice(at, at + length))
      if (entry === undefined) continue
      for (const keywordLength of entry.lengths) {
        const values = entry.values.get(foldedText.slice(at, at + keywordLength)) ?? []
        for (const value of values) found.add(value)
      }
    }
  }
  return found
}

/** Prepares a text or a keyword for comparison: composed, in folded case, with one space where there is any. */
export function foldText(text: string): string {
  return foldCase(composeText(text, 'NFC')).replaceAll(/\s+/g, ' ')
}
