import { stem } from './stem.ts'

export type Word = { stem: string; start: number; end: number; sentence: number }

type Sentence = {
  start: number
  end: number
  isTitle: boolean
  isQuestion: boolean
  isQuoted: boolean
}

/** A post, split once for everything that reads it. The title is the first sentence, and part of `text`. */
export type Post = { text: string; words: Word[]; sentences: Sentence[] }

const wordPattern = /[\p{L}\p{N}]+(?:['’][\p{L}\p{N}]+)*[+#]{0,2}/gu
/** A run of marks is tried at its first alone: from each of them, a long run that ends no sentence would take its square. */
const sentenceEnd = /(?<![.!?。！？])[.!?。！？]+(?=\s|$)|\n+/gu
const questionStart =
  /^\W*(?:what|which|who|how|where|why|when|is there|are there|does|do you|has|have you|can|could|should|any|anyone|anybody)\b/i

export function readPost({ title, text }: { title: string; text: string }): Post {
  const all = `${title}\n${text}`
  const sentences = sentencesOf(all, title.length)
  const words: Word[] = []
  let sentence = 0
  for (const match of all.matchAll(wordPattern)) {
    const start = match.index
    while (sentence < sentences.length - 1 && start >= (sentences[sentence]?.end ?? 0)) sentence += 1
    words.push({ stem: stem(match[0]), start, end: start + match[0].length, sentence })
  }
  return { text: all, words, sentences }
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
