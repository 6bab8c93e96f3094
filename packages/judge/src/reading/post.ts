import { findWords } from '@signalpost/domain'
import { stem } from './stem.ts'

export type Word = {
  stem: string
  start: number
  end: number
  sentence: number
  /** Only the end of a line is between it and the word before: texts are wrapped within their sentences. */
  isWrapped: boolean
}

type Sentence = {
  start: number
  end: number
  isTitle: boolean
  isQuestion: boolean
  isQuoted: boolean
}

/** A post, split once for everything that reads it. The title is the first sentence, and part of `text`. */
export type Post = { text: string; words: Word[]; sentences: Sentence[] }

/** A run of marks is tried at its first alone: from each of them, a long run that ends no sentence would take its square. */
const sentenceEnd = /(?<![.!?。！？])[.!?。！？]+(?=\s|$)|\n+/gu
const lineEnd = /^[^\S\n]*\n[^\S\n]*$/
const questionStart =
  /^\W*(?:what|which|who|how|where|why|when|is there|are there|does|do you|has|have you|can|could|should|any|anyone|anybody)\b/i

export function readPost({ title, text }: { title: string; text: string }): Post {
  const all = `${title}\n${text}`
  const sentences = sentencesOf(all, title.length)
  const words: Word[] = []
  let sentence = 0
  let before = title.length
  for (const { text: word, start, end } of findWords(all)) {
    if (isEntity(all, start, end)) continue
    while (sentence < sentences.length - 1 && start >= (sentences[sentence]?.end ?? 0)) sentence += 1
    // The title ends with its line.
    const isWrapped = before > title.length && lineEnd.test(all.slice(before, start))
    words.push({ stem: stem(word), start, end, sentence, isWrapped })
    before = end
  }
  return { text: all, words, sentences }
}

/** The `quot` of `&quot;` is no word, nor is the `x27` of `&#x27;`. */
function isEntity(text: string, start: number, end: number): boolean {
  if (text[end] !== ';') return false
  return text[start - 1] === '&' || (text[start - 1] === '#' && text[start - 2] === '&')
}

/** Returns a part of the post as it is written; undefined where the part would itself contain quotation marks. */
export function quoteOf({ text }: Post, start: number, end: number): string | undefined {
  const quote = text.slice(start, end)
  return /["“”„«»\n]/.test(quote) ? undefined : quote
}

function sentencesOf(text: string, titleLength: number): Sentence[] {
  const sentences: Sentence[] = []
  let start = 0
  const take = (end: number): void => {
    const sentence = text.slice(start, end)
    sentences.push({
      start,
      end,
      isTitle: start < titleLength,
      isQuestion: /[?？]\s*$/.test(sentence) || questionStart.test(sentence),
      isQuoted: /^\s*>/.test(sentence),
    })
    start = end
  }
  for (const match of text.matchAll(sentenceEnd)) take(match.index + match[0].length)
  if (start < text.length || sentences.length === 0) take(text.length)
  return sentences
}
