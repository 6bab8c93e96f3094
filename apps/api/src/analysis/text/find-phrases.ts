import type { Passage, SiteText } from './site-text.ts'
import { isPlainWord, isStopWord } from './stop-words.ts'
import { foldText, isCapitalised, partsOf, singular, type Word } from './words.ts'

export type Phrase = { text: string; key: string; score: number; pages: number }

type Candidate = {
  length: number
  weight: number
  headings: number
  /** How often elsewhere than in headings and titles, which are written to be read once. */
  inBody: number
  pages: Set<number>
  /** How often in running text, and how often of that as a name is written. */
  inText: number
  asName: number
  writings: Map<string, number>
}

const longestPhrase = 4
const weights: Record<Passage['kind'], number> = { title: 2, heading: 2, item: 1, text: 1, said: 3 }
const leastWeight = 2
const runningText = 6

/**
 * The terms of a site, the best first, by C-value (Frantzi, Ananiadou and Mima, "Automatic recognition of multi-word
 * terms", 2000): how often a sequence of words stands, less what it owes to the longer ones that contain it. Sequences
 * are those without stop words; what stands on many pages and in headings counts more.
 */
export function findPhrases(
  { passages, language, labels }: SiteText,
  { without }: { without: Set<string> },
): Phrase[] {
  const candidates = collect(passages, language)
  const inLonger = countLonger(candidates)
  const isLabel = labelJudge(labels, candidates)
  const phrases: Phrase[] = []
  for (const [key, candidate] of candidates) {
    const { length, weight, headings, inBody, pages, inText, asName } = candidate
    const longer = inLonger.get(key)
    const own = weight - (longer === undefined ? 0 : longer.weight / longer.count)
    // German writes every noun like a name.
    const isName = language !== 'de' && inText >= 2 && asName / inText > 0.8
    if (weight < leastWeight || inBody === 0 || own <= 0 || isName) continue
    const text = commonest(candidate.writings)
    if (!isTerm(key, text, without) || isLabel(text)) continue
    const score = Math.log2(length) * own * (1 + Math.log(pages.size)) * (1 + Math.min(3, headings) * 0.3)
    phrases.push({ text, key, score, pages: pages.size })
  }
  return phrases.sort((a, b) => b.score - a.score || (a.key < b.key ? -1 : 1))
}

function collect(passages: readonly Passage[], language: string): Map<string, Candidate> {
  const candidates = new Map<string, Candidate>()
  for (const passage of passages) {
    const isRunning =
      (passage.kind === 'text' || passage.kind === 'said') && passage.text.split(' ').length >= runningText
    for (const part of partsOf(passage.text)) {
      for (const words of sequencesIn(part, language)) {
        const key = words.map((word) => word.key).join(' ')
        const known = candidates.get(key) ?? emptyCandidate(words.length)
        candidates.set(key, known)
        known.weight += weights[passage.kind]
        const isHeading = passage.kind === 'heading' || passage.kind === 'title'
        known.headings += isHeading ? 1 : 0
        known.inBody += isHeading ? 0 : 1
        known.pages.add(passage.page)
        known.inText += isRunning ? 1 : 0
        known.asName += isRunning && words.every(({ text }) => isCapitalised(text)) ? 1 : 0
        const writing = passage.text.slice(words[0]?.start, words.at(-1)?.end)
        known.writings.set(writing, (known.writings.get(writing) ?? 0) + 1)
      }
    }
  }
  return candidates
}

function emptyCandidate(length: number): Candidate {
  return {
    length,
    weight: 0,
    headings: 0,
    inBody: 0,
    pages: new Set(),
    inText: 0,
    asName: 0,
    writings: new Map(),
  }
}

/** Every sequence of 2 to 4 words of a part that no stop word interrupts. */
function* sequencesIn(words: readonly Word[], language: string): Generator<Word[]> {
  for (let start = 0; start < words.length; start += 1) {
    const sequence: Word[] = []
    for (const word of words.slice(start, start + longestPhrase)) {
      if (isStopWord(word.text.toLowerCase(), language) || isStopWord(word.key, language)) break
      sequence.push(word)
      if (sequence.length > 1) yield [...sequence]
    }
  }
}

/** For each term, how many longer ones contain it, and how heavy they are together. */
function countLonger(candidates: Map<string, Candidate>): Map<string, { count: number; weight: number }> {
  const inLonger = new Map<string, { count: number; weight: number }>()
  for (const [key, { length, weight }] of candidates) {
    if (length < 3 || weight < leastWeight) continue
    const words = key.split(' ')
    for (let size = 2; size < length; size += 1) {
      for (let start = 0; start + size <= length; start += 1) {
        const inner = words.slice(start, start + size).join(' ')
        const known = inLonger.get(inner) ?? { count: 0, weight: 0 }
        inLonger.set(inner, { count: known.count + 1, weight: known.weight + weight })
      }
    }
  }
  return inLonger
}

/**
 * What menus say is no term, alone or inside of another, unless the text speaks of it as well; a word like "products"
 * never is.
 */
function labelJudge(labels: Set<string>, candidates: Map<string, Candidate>): (text: string) => boolean {
  const isSpokenOf = (label: string): boolean => {
    const candidate = candidates.get(label.split(' ').map(singular).join(' '))
    return candidate !== undefined && candidate.inText >= 3 && candidate.pages.size >= 2
  }
  const shown = [...labels].filter((label) =>
    label.includes(' ') ? !isSpokenOf(label) : isPlainWord(singular(label)),
  )
  return (text) => shown.some((label) => ` ${foldText(text)} `.includes(` ${label} `))
}

function isTerm(key: string, text: string, without: Set<string>): boolean {
  const words = key.split(' ')
  if (words.every(isPlainWord) || new Set(words).size < words.length) return false
  if (
    words.some((word) => /\d{3}|^\d+$/.test(word)) ||
    /(?:[aeiou]l|[vctsd]e|ic|ous|[ae]nt|less|[eu]d|[aeo]r)ly$/.test(words.at(-1) ?? '')
  )
    return false
  const folded = foldText(text)
  return ![...without].some((name) => name === folded || name === key || ` ${folded} `.includes(` ${name} `))
}

function commonest(writings: Map<string, number>): string {
  const [first] = [...writings].sort(
    ([a, countA], [b, countB]) => countB - countA || capitals(a) - capitals(b) || a.length - b.length,
  )
  return lowered(first?.[0] ?? '')
}

/** As in running text: words in lower case, abbreviations and mixed case as they are. */
function lowered(text: string): string {
  return text.replaceAll(/[\p{L}\p{N}]+/gu, (word) =>
    /^\p{Lu}[\p{Ll}\p{N}]*$/u.test(word) ? word.toLowerCase() : word,
  )
}

function capitals(text: string): number {
  return text.replaceAll(/[^\p{Lu}]/gu, '').length
}
