import type { SiteText } from './site-text.ts'
import { isStopWord } from './stop-words.ts'
import { partsOf } from './words.ts'

const mostOwn = 12
/** Common complaints about any product. */
export const anyComplaint = [
  'switching from',
  'looking for an alternative',
  'terrible support',
  'nobody answers',
  'too expensive',
  'price increase',
  'hidden fees',
  'keeps crashing',
  'does not work',
  'so frustrating',
  'waste of money',
  'cancel my contract',
  'worst experience',
]
/** After these words, a company names what it promises to end. */
const endings =
  /\b(?:no more|without|avoid(?:s|ing)?|prevent(?:s|ing)?|eliminat(?:e|es|ing)|tired of|end(?:s)? the|stop(?:s|ping)?|fed up with|instead of|cut(?:s|ting)?(?: down on)?|reduc(?:e|es|ing)|fewer|struggl(?:e|es|ing) with|suffer(?:s|ing)? from|lost to|because of)\s+([^.,;:!?()–—]{4,80})/giu
const bad =
  /^(?:lost|missed|manual|late|broken|slow|costly|expensive|outdated|failed|delayed|wrong|missing|endless|hidden|rejected|spoiled|wasted|unplanned|unreliable|scattered|messy|paper|painful|frozen|damaged|false|duplicate)$/

/** Finds what a site promises to end: words with which users of other products complain. */
export function findPains({ passages, language }: SiteText): string[] {
  const counts = new Map<string, number>()
  const add = (pain: string, count: number): void => {
    counts.set(pain, (counts.get(pain) ?? 0) + count)
  }
  for (const { text, kind } of passages) {
    const weight = kind === 'said' ? 3 : 1
    for (const [, rest = ''] of text.matchAll(endings)) {
      const pain = firstTerm(rest, language)
      if (pain !== undefined) add(pain, weight)
    }
    for (const words of partsOf(text)) {
      for (const [index, word] of words.entries()) {
        const next = words[index + 1]
        if (!bad.test(word.text) || next === undefined || isStopWord(next.text.toLowerCase(), language))
          continue
        if (/^\p{Ll}/u.test(next.text)) add(`${word.text} ${next.text}`, weight)
      }
    }
  }
  const own = [...counts].sort((a, b) => b[1] - a[1]).map(([pain]) => pain)
  return own.slice(0, mostOwn)
}

/** Returns the first two or three words after an article, up to a stop word; undefined if there are fewer. */
function firstTerm(text: string, language: string): string | undefined {
  const words: string[] = []
  for (const { text: word } of partsOf(text)[0] ?? []) {
    const isArticle = words.length === 0 && /^(?:a|an|the|your|their|any|all)$/i.test(word)
    if (isArticle) continue
    if (isStopWord(word.toLowerCase(), language) || words.length === 3) break
    words.push(word)
  }
  return words.length >= 2 ? words.join(' ').toLowerCase() : undefined
}
