import { type Issue, showable } from '@signalpost/domain'

const message = 'expected text without U+0000 and lone surrogates'

/** Yields an issue for each name and text in a JSON value that stores and JSON readers refuse. */
export function* findUnstorableText(value: unknown, at: readonly string[] = []): Generator<Issue> {
  if (typeof value === 'string') {
    if (!isStorable(value)) yield { path: at.join('.'), message }
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries())
      if (mayHold(item)) yield* findUnstorableText(item, [...at, String(index)])
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value)) {
      if (!isStorable(name)) yield { path: at.join('.'), message }
      if (mayHold(member)) yield* findUnstorableText(member, [...at, showable(name)])
    }
  }
}

/** Most values hold none, so paths are built only for those that could. */
function mayHold(value: unknown): boolean {
  return typeof value === 'string' ? !isStorable(value) : typeof value === 'object'
}

function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}
