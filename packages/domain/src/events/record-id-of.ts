const records = ['signal', 'listener', 'deal'] as const
const id = /^[\u0021-\u007e]{1,200}$/

/**
 * Returns the id of the record that an event is about, by its type and data: of `signal.assigned`, `data.signalId` or
 * `data.signal.id`. An invalid event, or one of an unknown kind, may name its record all the same.
 */
export function recordIdOf({ type, data }: { type: string; data: unknown }): string | undefined {
  const record = records.find((name) => type.startsWith(`${name}.`))
  if (record === undefined) return undefined
  const named = memberOf(data, `${record}Id`) ?? memberOf(memberOf(data, record), 'id')
  return typeof named === 'string' && id.test(named) ? named : undefined
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  return Object.getOwnPropertyDescriptor(value, name)?.value
}
