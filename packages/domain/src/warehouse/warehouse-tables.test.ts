import { expect, test } from 'vitest'
import { z } from 'zod'
import { accountSchema } from '../documents/account.ts'
import { dealSchema } from '../documents/deal.ts'
import { listenerSchema } from '../documents/listener.ts'
import { noteSchema } from '../documents/note.ts'
import { signalSchema } from '../documents/signal.ts'
import type { WarehouseColumnType } from './warehouse-table.ts'
import { warehouseTables } from './warehouse-tables.ts'

type Columns = Record<string, WarehouseColumnType>

const shown: Record<string, z.ZodType> = {
  signals: signalSchema,
  accounts: accountSchema,
  deals: dealSchema,
  notes: noteSchema,
  listeners: listenerSchema,
}

test('warehouses have the tables of the contract, each with its key after the workspace', () => {
  expect(warehouseTables.map(({ name, key }) => [name, key])).toEqual([
    ['signals', 'id'],
    ['signal_events', 'id'],
    ['accounts', 'account_key'],
    ['deals', 'id'],
    ['deal_events', 'id'],
    ['notes', 'id'],
    ['listeners', 'id'],
    ['dispatches', 'id'],
    ['escalation_steps', 'id'],
    ['collections', 'id'],
    ['saves', 'id'],
    ['attempts', 'id'],
    ['people', 'id'],
    ['ledger_events', 'delivery_id'],
  ])
  for (const { columns, key } of warehouseTables) {
    expect(columns.slice(0, 2)).toMatchObject([
      { name: 'org_id', type: 'text', isPersonal: false },
      { name: key, type: 'text', isPersonal: false },
    ])
  }
})

test('a range of time is chosen by an instant of the table', () => {
  const times = warehouseTables.map(({ name, timeColumn, columns }) => [
    name,
    columns.find((one) => one.name === timeColumn)?.type,
  ])
  const without = times.filter(([, type]) => type !== 'instant')
  expect(without).toEqual([['people', undefined]])
})

test.each(Object.entries(shown))('%s has a column of its type for every field of the API', (name, schema) => {
  expect(columnsOf(name)).toEqual({ org_id: 'text', ...expectedColumns(schema) })
})

test('signal_events has the columns of the contract', () => {
  expect(columnsOf('signal_events')).toEqual({
    org_id: 'text',
    id: 'text',
    signal_id: 'text',
    register: 'enum',
    from_value: 'json',
    to_value: 'json',
    at: 'instant',
    event_id: 'text',
    source_id: 'text',
  })
})

test('deal_events has the columns of the contract', () => {
  expect(columnsOf('deal_events')).toEqual({
    org_id: 'text',
    id: 'text',
    deal_id: 'text',
    member: 'enum',
    from_value: 'json',
    to_value: 'json',
    at: 'instant',
    event_id: 'text',
    source_id: 'text',
  })
})

test('ledger_events has the columns of the contract', () => {
  expect(columnsOf('ledger_events')).toEqual({
    org_id: 'text',
    delivery_id: 'text',
    source_id: 'text',
    event_id: 'text',
    type: 'text',
    status: 'enum',
    received_at: 'instant',
    applied_at: 'instant',
    event: 'json',
  })
})

test('columns that name or quote a person are personal', () => {
  const personal = warehouseTables.map(({ name, columns }) => [
    name,
    columns.filter(({ isPersonal }) => isPersonal).map((column) => column.name),
  ])
  expect(Object.fromEntries(personal)).toEqual({
    signals: [
      ...['url', 'title', 'excerpt', 'rationale', 'author', 'dedupe_key', 'title_key', 'inferred_need'],
      ...['recommended_action', 'situation', 'opportunity', 'suggested_angle'],
      ...['assigned_to_user_id', 'assigned_to_by'],
    ],
    signal_events: ['from_value', 'to_value'],
    accounts: ['assigned_to'],
    deals: ['owner_id'],
    deal_events: ['from_value', 'to_value'],
    notes: ['body', 'created_by'],
    listeners: [],
    dispatches: [],
    escalation_steps: [],
    collections: ['description'],
    saves: [],
    attempts: [],
    people: ['name', 'email'],
    ledger_events: ['event'],
  })
})

function columnsOf(name: string): Columns {
  const table = warehouseTables.find((one) => one.name === name)
  return Object.fromEntries(table?.columns.map((column) => [column.name, column.type]) ?? [])
}

function expectedColumns(schema: z.core.$ZodType): Columns {
  const columns: Columns = {}
  for (const [path, type] of leavesOf(schema, [])) columns[path.map(snakeCase).join('_')] = type
  return columns
}

/** Returns the path and the column type of each value, for the members of all alternatives. */
function leavesOf(schema: z.core.$ZodType, path: string[]): [string[], WarehouseColumnType][] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    return leavesOf(schema.unwrap(), path)
  }
  if (schema instanceof z.ZodObject) {
    return Object.entries(schema.shape).flatMap(([name, member]) => leavesOf(member, [...path, name]))
  }
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => leavesOf(option, path))
  return [[path, typeOf(schema, path)]]
}

function typeOf(schema: z.core.$ZodType, path: string[]): WarehouseColumnType {
  if (schema instanceof z.ZodArray) return schema.element instanceof z.ZodString ? 'texts' : 'json'
  if (schema instanceof z.ZodEnum) return 'enum'
  if (schema instanceof z.ZodBoolean) return 'boolean'
  if (schema instanceof z.ZodNumber) return schema.format === 'safeint' ? 'integer' : 'float'
  if (schema instanceof z.ZodLiteral) {
    return [...schema.values].every(Number.isInteger) ? 'integer' : 'enum'
  }
  if (schema instanceof z.ZodString) return schema.meta()?.format === 'date-time' ? 'instant' : 'text'
  throw new Error(`Expected a known type of column for ${path.join('.')}.`)
}

function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`)
}
