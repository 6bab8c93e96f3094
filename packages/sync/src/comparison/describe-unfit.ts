import type { WarehouseColumnType, WarehouseTable } from '@signalpost/domain'

const expected: Readonly<Record<WarehouseColumnType, string>> = {
  ...{ text: 'a text', enum: 'a text', integer: 'a whole number', float: 'a number' },
  ...{ boolean: 'true or false', instant: 'a moment', texts: 'a list of texts', json: 'JSON' },
}

/** Names columns, and no values, which may be personal. */
export function describeUnfit({ columns }: WarehouseTable, unfit: readonly string[]): string {
  const named = columns.filter(({ name }) => unfit.includes(name))
  return named.map(({ name, type }) => `The stored value of ${name} is not ${expected[type]}.`).join(' ')
}
