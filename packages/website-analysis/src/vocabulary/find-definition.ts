import type { SiteText } from '../text/site-text.ts'
import { isPlainWord, isStopWord } from '../text/stop-words.ts'
import { foldText, partsOf, singular, type Word } from '../text/words.ts'

/** Verbs after which a company says what it is or sells, in the languages of the vocabulary. */
export const definingVerbs: ReadonlySet<string> = new Set(
  `is are makes make sells sell offers offer provides provide builds build ist sind macht verkauft bietet est sommes propose
  vend es somos ofrece vende maakt biedt verkoopt zijn é faz oferece è offre produce`.split(/\s+/),
)
const connectors = new Set(['de', 'di', 'da', 'do', 'd', 'per', 'of'])
const longest = 4
const mostBefore = 3

/**
 * Finds what a company that fits no category says that it is or sells, as in "Acme makes noise cancelling headphones".
 * Undefined if it does not say so.
 */
export function findDefinition({ passages, brand, language }: SiteText): string | undefined {
  const names = new Set([...foldText(brand).split(' '), 'we'])
  for (const { text } of passages) {
    for (const words of partsOf(text)) {
      const verb = words.findIndex((word, index) => {
        const subject = words[index - 1]
        return (
          definingVerbs.has(word.text.toLowerCase()) &&
          subject !== undefined &&
          names.has(foldText(subject.text))
        )
      })
      const named = verb === -1 ? [] : thingAfter(words.slice(verb + 1), language)
      const last = named.at(-1)
      if (last === undefined || named.every(({ key }) => isPlainWord(singular(key)))) continue
      return text.slice(named[0]?.start, last.end)
    }
  }
  return undefined
}

/** Returns the words of a thing: after an article and what praises it, up to the next stop word. */
function thingAfter(words: readonly Word[], language: string): Word[] {
  const isStop = ({ text }: Word): boolean => isStopWord(text.toLowerCase(), language)
  const start = words.slice(0, mostBefore).findIndex((word) => !isStop(word))
  if (start === -1) return []
  const thing: Word[] = []
  for (const word of words.slice(start, start + longest)) {
    const isConnector = language !== 'en' && thing.length > 0 && connectors.has(word.text.toLowerCase())
    if (isStop(word) && !isConnector) break
    thing.push(word)
  }
  while (thing.length > 0 && connectors.has(thing.at(-1)?.text.toLowerCase() ?? '')) thing.pop()
  return thing
}
