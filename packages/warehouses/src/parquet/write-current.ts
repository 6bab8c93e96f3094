import { createReadStream } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import type { WarehouseTable } from '@signalpost/domain'
import { hourMs } from '@signalpost/domain'
import { z } from 'zod'
import { UnusablePlaceError } from '../unusable-place-error.ts'
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
  /** Of the whole file; absent from descriptions of earlier versions. */
  crc32: z.number().optional(),
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
  let sum = 0
  const written = await withLatest(place, { table, files }, (_, latest) =>
    bringFile(place, `${path}.parquet`, async (engine, file) => {
      const select = `select * from ${latest} where not _deleted`
      const rows = await writeParquet(engine, select, file, { described: table })
      sum = await sumOf(file)
      return rows
    }),
  )
  const positions = Object.entries(states).map(([orgId, { position }]) => [orgId, String(position)])
  const described: Description = {
    positions: Object.fromEntries(positions),
    files: files.map(({ name }) => name),
    ...written,
    crc32: sum,
    at,
  }
  await store.writeText(`${path}.json`, `${JSON.stringify(described)}\n`)
}

/** Throws UnusablePlaceError where the compacted copy of a new table would replace a file that something else made. */
export async function demandOwnCopy(place: ParquetPlace, table: WarehouseTable): Promise<void> {
  if (Object.keys(await readStates(place.store, table.name)).length > 0) return
  if ((await readDescription(place, `current/${table.name}.json`)) !== undefined) return
  const files = await place.store.list('current')
  if (!files.some(({ path }) => path === copyOf(table))) return
  throw new UnusablePlaceError(
    `${copyOf(table)} was created by something else; rename it, or choose another location`,
  )
}

/** Removes the compacted copy of a table; where `isOurs` is not certain, only if its description is there. */
export async function removeCurrent(
  place: ParquetPlace,
  table: WarehouseTable,
  { isOurs }: { isOurs: boolean },
): Promise<void> {
  const description = `current/${table.name}.json`
  if (!isOurs && (await readDescription(place, description)) === undefined) return
  const files = (await place.store.list('current')).map(({ path }) => path)
  // What tells the copy from another file goes last.
  for (const path of [copyOf(table), description]) {
    await place.store.remove(files.filter((file) => file === path || file.startsWith(`${path}.`)))
  }
}

/** Whether the compacted copy of a table is there as it was written. */
export async function hasWholeCopy(place: ParquetPlace, table: WarehouseTable): Promise<boolean> {
  const { store } = place
  const look = async (): Promise<boolean> => {
    const described = await readDescription(place, `current/${table.name}.json`)
    const found = (await store.list('current')).find(({ path }) => path === copyOf(table))
    if (found === undefined || found.bytes !== described?.bytes) return false
    if (described.crc32 === undefined) return true
    return store.withFiles(
      [found.path],
      async ([copy]) => copy !== undefined && (await sumOf(copy.file)) === described.crc32,
    )
  }
  if (await look()) return true
  // Another workspace of this place may have written the file, and not yet what describes it.
  await sleep(describedWithinMs)
  return look()
}

async function sumOf(file: string): Promise<number> {
  let sum = 0
  for await (const part of createReadStream(file) as AsyncIterable<Buffer>) sum = crc32(part, sum)
  return sum
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
