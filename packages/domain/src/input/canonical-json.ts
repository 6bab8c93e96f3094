/**
 * Returns the same text for all equal JSON values: members sorted by code units, no white space, numbers as doubles
 * (RFC 8785). Numbers beyond the range of a double, for which RFC 8785 has no form, become `1e999` with their sign.
 */
export function canonicalJson(value: unknown): string {
  if (typeof value === 'number') return canonicalNumber(value)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(',')}}`
}

function canonicalNumber(value: number): string {
  if (value === Number.POSITIVE_INFINITY) return '1e999'
  if (value === Number.NEGATIVE_INFINITY) return '-1e999'
  return JSON.stringify(value)
}
