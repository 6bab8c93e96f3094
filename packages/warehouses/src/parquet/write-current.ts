import { setTimeout as sleep } from 'node:timers/promises'
import type { WarehouseTable } from '@signalpost/domain'
import { hourMs } from '@signalpost/domain'
import { z } from 'zod'
import { bytesOf } from './files/choose-files.ts'
import { bringFile, withLatest } from './files/data-files.ts'
import { writeParquet } from './latest-rows.ts'
import type { ParquetPlace } from './place.ts'
import { readStates } from './table-state.ts'

const mebibyte = 1024 * 1024
/** A table up to this size is copied after every sync that wrote to it. */
const alwaysBytes = 16 * mebibyte
/** A larger one is copied once this share of it is new. */
const leastShare = 1 / 4
const describedWithinMs = 1_000

const description = z.object({
  /** The position of each workspace's rows in the copy. */
  positions: z.record(z.string(), z.string()),
  /** The files that it was made from. */
  files: z.array(z.string()),
  rows: z.number(),
  bytes: z.number(),
  at: z.string(),
})

type Description = z.infer<typeof description>

/**
 * Writes the compacted copy of a table, with all workspaces' rows and without tombstones, and a description of it. With
 * too few changes since the last copy, waits for up to an hour.
 */
export async function writeCurrent(
  place: ParquetPlace,
  table: WarehouseTable,
  { isForced }: { isForced: boolean },
): Promise<void> {
  const { store } = place
  const states = await readStates(store, table.name)
  const files = Object.values(states).flatMap((state) => state.files)
  const path = `current/${table.name}`
  const last = await readDescription(place, `${path}.json`)
  if (!isForced && last !== undefined) {
    const known = new Set(last.files)
    const added = files.filter(({ name }) => !known.has(name))
    if (added.length === 0) return
    const isSmall = last.bytes + bytesOf(added) <= alwaysBytes
    const isStale = Date.parse(last.at) < Date.now() - hourMs
    if (!isSmall && !isStale && bytesOf(added) < last.bytes * leastShare) return
  }
  const at = new Date().toISOString()
  // Also written when no row is left, because regular readers need a readable file.
  const written = await withLatest(place, { table, files }, (_, latest) =>
    bringFile(place, `${path}.parquet`, (engine, file) =>
      writeParquet(engine, `select * from ${latest} where not _deleted`, file, { described: table }),
    ),
  )
  const positions = Object.entries(states).map(([orgId, { position }]) => [orgId, String(position)])
  const described: Description = {
    positions: Object.fromEntries(positions),
    files: files.map(({ name }) => name),
    ...written,
    at,
  }
  await store.writeText(`${path}.json`, `${JSON.stringify(described)}\n`)
}

/** Whether the compacted copy of a table is there, with as many bytes as were written. */
export async function hasWholeCopy(place: ParquetPlace, table: WarehouseTable): Promise<boolean> {
  const look = async (): Promise<boolean> => {
    const described = await readDescription(place, `current/${table.name}.json`)
    const file = (await place.store.list('current')).find(({ path }) => path === copyOf(table))
    return file !== undefined && file.bytes === described?.bytes
  }
  if (await look()) return true
  // Another workspace of this place may have written the file, and not yet what describes it.
  await sleep(describedWithinMs)
  return look()
}

/** Returns the path of a table's compacted copy. */
export function copyOf({ name }: Pick<WarehouseTable, 'name'>): string {
  return `current/${name}.parquet`
}

async function readDescription({ store }: ParquetPlace, path: string): Promise<Description | undefined> {
  const text = await store.readText(path)
  if (text === undefined) return undefined
  try {
    return description.parse(JSON.parse(text))
  } catch {
    // An unreadable copy is rewritten.
    return undefined
  }
}
