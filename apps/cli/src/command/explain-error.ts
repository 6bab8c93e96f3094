import { printable } from '../terminal/printable.ts'

/** Describes an error and its root cause in one line. */
export function explainError(error: unknown): string {
  const first = error instanceof Error ? error : new Error(String(error))
  const deepest = deepestOf(first)
  const messages = [first, deepest].map((one) => oneLine(one.message || codeOf(one)))
  return [...new Set(messages)].filter((message) => message !== '').join(': ')
}

export function deepestOf(error: Error): Error {
  let deepest = error
  for (;;) {
    const inner: unknown = deepest instanceof AggregateError ? deepest.errors[0] : deepest.cause
    if (!(inner instanceof Error)) return deepest
    deepest = inner
  }
}

export function oneLine(text: string): string {
  return printable(text.trim().replace(/\s*\n\s*/g, ' '))
}

function codeOf(error: Error): string {
  return 'code' in error ? String(error.code) : error.name
}
