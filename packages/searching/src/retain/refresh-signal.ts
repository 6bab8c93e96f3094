import { type Signal, signalSchema, titleKey } from '@signalpost/domain'
import type { Component } from '@signalpost/judge'
import type { RereadItem } from '@signalpost/platforms'

const editedRationale = 'The post was edited after it was judged.'
/** What a model wrote of a text that is no longer there. */
const written = ['inferredNeed', 'recommendedAction', 'situation', 'opportunity', 'suggestedAngle'] as const
const compared = ['title', 'excerpt', 'author', 'publishedAt', 'rating', 'coverage'] as const

/**
 * Returns a signal with the text that its platform shows now; undefined if that is what it has. It keeps its score and
 * label, and nothing that quotes what is no longer there. Throws for an item that makes no valid signal.
 */
export function refreshSignal(stored: Signal, item: RereadItem): Signal | undefined {
  const { title, text, author, publishedAt, rating, coverage } = item
  // An author that is not named may not have been asked for.
  const { rating: _rating, titleKey: _titleKey, ...kept } = stored
  const newTitleKey = titleKey(title)
  const shown = signalSchema.parse({
    ...kept,
    ...{ title, excerpt: text, coverage },
    ...(author !== undefined && { author }),
    ...(rating !== undefined && { rating }),
    ...(publishedAt !== undefined && { publishedAt }),
    ...(newTitleKey !== undefined && { titleKey: newTitleKey }),
  })
  if (compared.every((name) => shown[name] === stored[name])) return undefined
  const post = postOf(shown)
  if (post === postOf(stored)) return shown
  const said = wordsOf(post)
  const isStillQuoted = quotesOf(stored.rationale).every((quote) => post.includes(quote))
  const edited: Signal = {
    ...shown,
    rationale: isStillQuoted ? stored.rationale : editedRationale,
    matchedKeywords: stored.matchedKeywords.filter((keyword) => said.includes(wordsOf(keyword).trimEnd())),
  }
  for (const name of written) delete edited[name]
  return edited
}

/** Takes out the quotes of what a post no longer says. */
export function requoteComponents(components: unknown, signal: Signal): unknown {
  if (!Array.isArray(components)) return components
  const post = postOf(signal)
  // The cast: stored as the judge made them.
  return (components as Component[]).map(({ reasons, ...component }) => ({
    ...component,
    reasons: reasons.map(({ quote, ...reason }) =>
      quote !== undefined && post.includes(quote) ? { ...reason, quote } : reason,
    ),
  }))
}

/** What is between marks: from the first that opens to the next that closes. */
function quotesOf(text: string): string[] {
  const closed = text.split('”').slice(0, -1)
  return closed.filter((part) => part.includes('“')).map((part) => part.slice(part.indexOf('“') + 1))
}

function postOf({ title, excerpt }: Signal): string {
  return `${title}\n${excerpt}`
}

/** Words with a space around each, so that the beginning of a word, which a keyword may be, is found by a plain search. */
function wordsOf(text: string): string {
  return ` ${(text.toLowerCase().match(/[\p{L}\p{N}+#]+/gu) ?? []).join(' ')} `
}
