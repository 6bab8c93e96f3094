import { type Issue, showable } from '@signalpost/domain'

const message = 'expected text without U+0000 and lone surrogates'

/** Names and texts in a JSON value that no store and no JSON reader takes. */
export function findUnstorableText(value: unknown, at: readonly string[] = []): Issue[] {
  if (typeof value === 'string') return isStorable(value) ? [] : [{ path: at.join('.'), message }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) => {
    const path = [...at, Array.isArray(value) ? name : showable(name)]
    const inside = findUnstorableText(member, path)
    return isStorable(name) ? inside : [{ path: at.join('.'), message }, ...inside]
  })
}

function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}
