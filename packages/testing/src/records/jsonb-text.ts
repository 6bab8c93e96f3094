/** Returns a value as PostgreSQL prints `jsonb`: members by the length of their names, then by their bytes. */
export function jsonbText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(jsonbText).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).toSorted(([a], [b]) => byLengthThenBytes(a, b))
  return `{${members.map(([name, one]) => `${JSON.stringify(name)}: ${jsonbText(one)}`).join(', ')}}`
}

function byLengthThenBytes(a: string, b: string): number {
  return Buffer.byteLength(a) - Buffer.byteLength(b) || Buffer.compare(Buffer.from(a), Buffer.from(b))
}
