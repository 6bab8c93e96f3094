/** Filters in an address are plain text under the names of the API and the CLI; nothing is encoded as JSON. */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search))
}

export function stringifySearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).flatMap(([name, value]) =>
    typeof value === 'string' && value !== '' ? [[name, value] as [string, string]] : [],
  )
  return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`
}
