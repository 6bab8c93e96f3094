import type { Passage, SiteText } from './site-text.ts'
import { isPlainWord, isStopWord } from './stop-words.ts'
import { saysAny } from './word-sequences.ts'
import { foldText, isCapitalised, partsOf, singular, type Word } from './words.ts'

export type Phrase = { text: string; key: string; score: number; pages: number }

type Candidate = {
  length: number
  weight: number
  headings: number
  /** How often it occurs outside of headings and titles, which are written to be read once. */
  inBody: number
  pages: Set<number>
  /** How often it occurs in running text, and how often of that it is capitalised like a name. */
  inText: number
  asName: number
  writings: Map<string, number>
}

const longestPhrase = 4
const weights: Record<Passage['kind'], number> = { title: 2, heading: 2, item: 1, text: 1, said: 3 }
const leastWeight = 2
/** In letters. Shorter texts are captions, which are written like headings. */
const runningLength = 30

/**
 * Finds the terms of a site, the best first, by C-value (Frantzi, Ananiadou and Mima, "Automatic recognition of
 * multi-word terms", 2000): the frequency of a sequence of words, less what longer sequences that contain it account
 * for. Sequences have no stop words; those on many pages and in headings weigh more.
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
    // German capitalises every noun like a name.
    const isName = language !== 'de' && inText >= 2 && asName / inText > 0.8
    if (weight < leastWeight || inBody === 0 || own <= 0 || isName) continue
    const text = commonest(candidate.writings)
    if (!isTerm(key, text, without) || isLabel(text)) continue
    const score = Math.log2(length) * own * (1 + Math.log(pages.size)) * (1 + Math.min(3, headings) * 0.3)
    phrases.push({ text, key, score, pages: pages.size })
  }
  return phrases.sort((a, b) => b.score - a.score || (a.key < b.key ? -1 : 1))
}

/** Looks closely only at heavy candidates, which are few even in a long text. */
function collect(passages: readonly Passage[], language: string): Map<string, Candidate> {
  const keyed = (words: readonly Word[]): string => words.map(({ key }) => key).join(' ')
  const runs = passages.map(({ text }) => partsOf(text).flatMap((part) => runsIn(part, language)))
  const totals = new Map<string, number>()
  for (const [index, { kind }] of passages.entries()) {
    for (const words of sequencesIn(runs[index] ?? [])) {
      const key = keyed(words)
      totals.set(key, (totals.get(key) ?? 0) + weights[kind])
    }
  }
  const candidates = new Map<string, Candidate>()
  for (const [index, passage] of passages.entries()) {
    for (const words of sequencesIn(runs[index] ?? [])) {
      const key = keyed(words)
      if ((totals.get(key) ?? 0) < leastWeight) continue
      const known = candidates.get(key) ?? emptyCandidate(words.length)
      candidates.set(key, known)
      count(known, words, passage)
    }
  }
  return candidates
}

function count(candidate: Candidate, words: readonly Word[], { kind, text, page }: Passage): void {
  const isRunning = (kind === 'text' || kind === 'said') && text.length >= runningLength
  const isHeading = kind === 'heading' || kind === 'title'
  candidate.weight += weights[kind]
  candidate.headings += isHeading ? 1 : 0
  candidate.inBody += isHeading ? 0 : 1
  candidate.pages.add(page)
  candidate.inText += isRunning ? 1 : 0
  candidate.asName += isRunning && words.every((word) => isCapitalised(word.text)) ? 1 : 0
  const writing = text.slice(words[0]?.start, words.at(-1)?.end)
  candidate.writings.set(writing, (candidate.writings.get(writing) ?? 0) + 1)
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

/** Returns the runs of words between stop words. */
function runsIn(words: readonly Word[], language: string): Word[][] {
  const runs: Word[][] = [[]]
  for (const word of words) {
    const isStop = isStopWord(word.text.toLowerCase(), language) || isStopWord(word.key, language)
    if (isStop) runs.push([])
    else runs.at(-1)?.push(word)
  }
  return runs.filter((run) => run.length > 1)
}

/** Yields every sequence of 2 to 4 words of a run. */
function* sequencesIn(runs: readonly Word[][]): Generator<Word[]> {
  for (const run of runs) {
    for (let start = 0; start < run.length - 1; start += 1) {
      const longest = Math.min(longestPhrase, run.length - start)
      for (let length = 2; length <= longest; length += 1) yield run.slice(start, start + length)
    }
  }
}

/** Returns for each term how many longer ones contain it, and their total weight. */
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
 * Returns a test for labels. The label of a menu is no term, alone or inside of another, unless the text uses it too; a
 * word like "products" never is one.
 */
function labelJudge(labels: Set<string>, candidates: Map<string, Candidate>): (text: string) => boolean {
  const isSpokenOf = (label: string): boolean => {
    const candidate = candidates.get(label.split(' ').map(singular).join(' '))
    return candidate !== undefined && candidate.inText >= 3 && candidate.pages.size >= 2
  }
  const shown = new Set(
    [...labels].filter((label) => (label.includes(' ') ? !isSpokenOf(label) : isPlainWord(singular(label)))),
  )
  return (text) => saysAny(foldText(text), shown)
}

function isTerm(key: string, text: string, without: Set<string>): boolean {
  const words = key.split(' ')
  if (words.every(isPlainWord) || new Set(words).size < words.length) return false
  if (
    words.some((word) => /\d{3}|^\d+$/.test(word)) ||
    /(?:[aeiou]l|[vctsd]e|ic|ous|[ae]nt|less|[eu]d|[aeo]r)ly$/.test(words.at(-1) ?? '')
  )
    return false
  return !without.has(key) && !saysAny(foldText(text), without)
}

function commonest(writings: Map<string, number>): string {
  const [first] = [...writings].sort(
    ([a, countA], [b, countB]) => countB - countA || capitals(a) - capitals(b) || a.length - b.length,
  )
  return lowered(first?.[0] ?? '')
}

/** Writes words as in running text: in lower case, but abbreviations and mixed case unchanged. */
function lowered(text: string): string {
  return text.replaceAll(/[\p{L}\p{N}]+/gu, (word) =>
    /^\p{Lu}[\p{Ll}\p{N}]*$/u.test(word) ? word.toLowerCase() : word,
  )
}

function capitals(text: string): number {
  return text.replaceAll(/[^\p{Lu}]/gu, '').length
}
