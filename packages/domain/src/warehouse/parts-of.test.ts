import { expect, test } from 'vitest'
import { column } from './column.ts'
import { hasDocuments, partsOf } from './parts-of.ts'
import { warehouseTables } from './warehouse-tables.ts'

test('a table is found in documents and in values, each named once', () => {
  const columns = [
    column('org_id', 'text', 'The workspace.', 'orgId'),
    column('name', 'text', 'Its name.', 'document.name'),
    column('at', 'instant', 'When.', 'document.at', 'members.firstAt'),
    column('read_at', 'instant', 'When it was read.', 'readAt'),
  ]
  expect(partsOf({ columns })).toEqual([
    { name: 'orgId', isDocument: false },
    { name: 'document', isDocument: true },
    { name: 'members', isDocument: true },
    { name: 'readAt', isDocument: false },
  ])
})

test('of a table with JSON, PostgreSQL prints all columns', () => {
  const inDocuments = warehouseTables.filter(hasDocuments)
  expect(inDocuments.map(({ name }) => name)).toEqual(['signals', 'accounts', 'deals'])
  const [signals = expect.unreachable()] = inDocuments
  const json = column('queries', 'json', 'Its queries.', 'document.queries')
  expect(hasDocuments({ columns: [...signals.columns, json] })).toBe(false)
})
