import { type Issue, showable } from '@signalpost/domain'

/**
 * Reads a query string (without its `?`) of the known parameters. One that is unknown, given twice, empty, not UTF-8
 * in percent-encoding or with U+0000 is an issue and not among the values.
 */
export function readQuery(
  search: string,
  knownNames: readonly string[],
): { values: Record<string, string>; issues: Issue[] } {
  if (search === '') return { values: {}, issues: [] }
  const values = new Map<string, string>()
  const issues = new Map<string, Issue>()
  const seen = new Set<string>()
  for (const pair of search.split('&').filter((part) => part !== '')) {
    const [rawName = '', ...rawValue] = pair.split('=')
    const name = decode(rawName) ?? ''
    const value = decode(rawValue.join('='))
    const message = faultOf({ isKnown: knownNames.includes(name), isRepeated: seen.has(name), value })
    seen.add(name)
    if (message !== undefined) issues.set(name, { path: showable(name), message })
    else if (value !== undefined) values.set(name, value)
  }
  for (const name of issues.keys()) values.delete(name)
  return { values: Object.fromEntries(values), issues: [...issues.values()] }
}

function faultOf({
  isKnown,
  isRepeated,
  value,
}: {
  isKnown: boolean
  isRepeated: boolean
  value: string | undefined
}): string | undefined {
  if (!isKnown) return 'expected one of the documented parameters'
  if (isRepeated) return 'expected the parameter once'
  if (value === undefined) return 'expected UTF-8 in percent-encoding'
  if (value.includes('\0')) return 'expected text without U+0000'
  return value === '' ? 'expected a value' : undefined
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return undefined // a URIError is all that it throws
  }
}
