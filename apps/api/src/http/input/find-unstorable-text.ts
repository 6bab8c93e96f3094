import { type Issue, showable } from '@signalpost/domain'

const message = 'expected text without U+0000 and lone surrogates'

/** Names and texts in a JSON value that no store and no JSON reader takes, one by one as they are asked for. */
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

/** Most values hold none: a path is made for those alone that could. */
function mayHold(value: unknown): boolean {
  return typeof value === 'string' ? !isStorable(value) : typeof value === 'object'
}

function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}
