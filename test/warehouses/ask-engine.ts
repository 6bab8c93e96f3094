import { createClient } from '@clickhouse/client'
import { DuckDBInstance } from '@duckdb/node-api'
import pg from 'pg'
import type { DemoWarehouses } from './demo-warehouses.ts'

type Row = Record<string, unknown>

export const engines = ['clickhouse', 'duckdb', 'postgres'] as const

/** Runs a query in a warehouse of the demo, where its tables need no schema. */
export function askEngine(
  warehouses: DemoWarehouses,
  engine: (typeof engines)[number],
  sql: string,
): Promise<Row[]> {
  return askers[engine](warehouses, sql)
}

const askers: Readonly<
  Record<(typeof engines)[number], (warehouses: DemoWarehouses, sql: string) => Promise<Row[]>>
> = {
  clickhouse: async ({ clickhouse: { url, user, password, database } }, query) => {
    const client = createClient({ url, username: user, password, database })
    try {
      return await (await client.query({ query, format: 'JSONEachRow' })).json<Row>()
    } finally {
      await client.close()
    }
  },
  duckdb: async ({ duckdb }, sql) => {
    const instance = await DuckDBInstance.create(duckdb, { access_mode: 'READ_ONLY' })
    const connection = await instance.connect()
    try {
      return (await connection.runAndReadAll(sql)).getRowObjectsJson()
    } finally {
      connection.closeSync()
      instance.closeSync()
    }
  },
  postgres: async ({ postgres: { url, schema } }, sql) => {
    const client = new pg.Client({
      connectionString: url,
      options: `-c search_path=${schema}`,
      types: { getTypeParser: () => String },
    })
    await client.connect()
    try {
      return (await client.query<Row>(sql)).rows
    } finally {
      await client.end()
    }
  },
}

/** Reads numbers that engines write as text as numbers, as far as possible. */
export function readRow(row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      isNumeric(value) ? Number(Number(value).toFixed(6)) : value,
    ]),
  )
}

function isNumeric(value: unknown): boolean {
  return typeof value === 'number' || (typeof value === 'string' && /^-?\d+(\.\d+)?(e[+-]?\d+)?$/.test(value))
}
