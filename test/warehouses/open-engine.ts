import { createClient } from '@clickhouse/client'
import { DuckDBInstance } from '@duckdb/node-api'
import pg from 'pg'
import type { RealPlace } from './real-places.ts'

type Row = Record<string, unknown>

/** A warehouse as an analyst has it open, with the rights of its owner and without the product. */
export type Engine = {
  query: (sql: string) => Promise<Row[]>
  close: () => Promise<void>
}

/** Opens the engine of a place; that of a lake is DuckDB in memory, and reads the compacted copies. */
export function openEngine({ kind, settings, secrets }: RealPlace): Promise<Engine> {
  const { schema = '', database = '', path = '', url = '', user = 'default' } = settings
  switch (kind.kind) {
    case 'postgres':
      return openPostgres(secrets.url ?? '', schema)
    case 'clickhouse':
      return openClickHouse({ url, username: user, password: secrets.password ?? '', database })
    case 'parquet':
      return openDuckdb(':memory:')
    default:
      return openDuckdb(path)
  }
}

async function openPostgres(connectionString: string, schema: string): Promise<Engine> {
  const client = new pg.Client({ connectionString, options: `-c search_path=${schema}` })
  await client.connect()
  return { query: async (sql) => (await client.query<Row>(sql)).rows ?? [], close: () => client.end() }
}

async function openClickHouse(options: Parameters<typeof createClient>[0]): Promise<Engine> {
  const client = createClient({ ...options, clickhouse_settings: { mutations_sync: '2' } })
  return {
    query: async (sql) => {
      if (!/^\s*select/i.test(sql)) {
        await client.command({ query: sql })
        return []
      }
      return (await client.query({ query: sql, format: 'JSONEachRow' })).json<Row>()
    },
    close: () => client.close(),
  }
}

async function openDuckdb(path: string): Promise<Engine> {
  const instance = await DuckDBInstance.create(path)
  const connection = await instance.connect()
  return {
    query: async (sql) => (await connection.runAndReadAll(sql)).getRowObjectsJson(),
    close: async () => {
      connection.closeSync()
      instance.closeSync()
    },
  }
}
