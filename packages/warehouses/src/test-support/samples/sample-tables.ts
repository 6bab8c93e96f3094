import type { WarehouseColumn, WarehouseTable } from '@signalpost/domain'

const column = (name: string, type: WarehouseColumn['type']): WarehouseColumn => ({
  name,
  type,
  comment: `The ${name} of a thing: it's what it says.`,
  from: [`document.${name}`],
  isPersonal: false,
})

/** One column of each type besides the key. */
export const things: WarehouseTable = {
  name: 'things',
  comment: "Things, as an analyst's sample.",
  version: 1,
  key: 'id',
  columns: [
    column('org_id', 'text'),
    column('id', 'text'),
    column('title', 'text'),
    column('stage', 'enum'),
    column('amount', 'integer'),
    column('score', 'float'),
    column('is_open', 'boolean'),
    column('happened_at', 'instant'),
    column('themes', 'texts'),
    column('profile', 'json'),
  ],
}

/** The same table in a later version of the product. */
export const grownThings: WarehouseTable = {
  ...things,
  version: 2,
  columns: [
    ...things.columns,
    column('region', 'text'),
    column('visits', 'integer'),
    column('tags', 'texts'),
  ],
}
