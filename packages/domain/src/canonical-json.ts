/**
 * One text for all JSON values that are equal: members sorted by code units, no white space, numbers as their
 * double (RFC 8785). Numbers beyond a double's range, which RFC 8785 has no form for, keep their sign and
 * become `1e999`.
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
