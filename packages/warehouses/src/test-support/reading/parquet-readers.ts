import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import type { WarehouseTable } from '@signalpost/domain'
import { tableFromIPC, Vector } from 'apache-arrow'
import { parquetMetadata, parquetReadObjects } from 'hyparquet'
import { ParquetFile, readParquet } from 'parquet-wasm/node'
import { openEngine } from '../../duckdb/engine.ts'
import { literal } from '../../quote.ts'
import type { StoredRow } from '../warehouse-rig.ts'
import { readDuckdbRows } from './read-duckdb-rows.ts'
import { readStoredRow } from './read-stored-row.ts'

/** What a reader finds in one file. */
export type ReadFile = { rows: StoredRow[]; metadata: Readonly<Record<string, unknown>> }

type Reader = (file: string, table: WarehouseTable) => Promise<ReadFile>

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })
const stringFromBytes = (bytes: Uint8Array): string => utf8.decode(bytes)

/** Implementations of Parquet that share no code: in C++, JavaScript and Rust. */
export const parquetReaders: Readonly<Record<string, Reader>> = {
  DuckDB: async (file, table) => {
    const engine = await openEngine({ scratch: dirname(file) })
    try {
      const rows = await readDuckdbRows(engine, { table, from: `read_parquet(${literal(file)})` })
      const pairs = await engine.query(
        `select decode(key) as key, decode(value) as value from parquet_kv_metadata(${literal(file)})`,
      )
      return { rows, metadata: Object.fromEntries(pairs.map(({ key, value }) => [String(key), value])) }
    } finally {
      await engine.close()
    }
  },
  hyparquet: async (file, table) => {
    const bytes = await readFile(file)
    const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)
    const compressors = { ZSTD: (input: Uint8Array) => zstdDecompressSync(input) }
    const parsers = { stringFromBytes }
    const rows = await parquetReadObjects({ file: buffer, compressors, parsers })
    const { key_value_metadata: pairs = [] } = parquetMetadata(buffer)
    return {
      rows: rows.map((row) => readStoredRow(table, row)),
      metadata: Object.fromEntries(pairs.map(({ key, value }) => [key, value])),
    }
  },
  Arrow: async (file, table) => {
    const bytes = await readFile(file)
    const arrow = tableFromIPC(readParquet(bytes).intoIPCStream())
    const opened = await ParquetFile.fromFile(new Blob([bytes]))
    return {
      rows: arrow.toArray().map((row) => readStoredRow(table, plainRow(table, row.toJSON()))),
      metadata: Object.fromEntries(opened.metadata().fileMetadata().keyValueMetadata()),
    }
  },
}

function plainRow(table: WarehouseTable, row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const types = new Map(table.columns.map(({ name, type }) => [name, type])).set('_synced_at', 'instant')
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      if (value instanceof Vector) return [name, [...value]]
      return [name, types.get(name) === 'instant' && typeof value === 'number' ? new Date(value) : value]
    }),
  )
}
