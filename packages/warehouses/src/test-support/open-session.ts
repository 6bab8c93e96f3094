import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { WarehouseTable } from '@signalpost/domain'
import type { Batch, Target } from '../target.ts'
import { fullRow } from './samples/sample-rows.ts'
import { grownThings, things } from './samples/sample-tables.ts'
import { type SampleRow, writeBatchFile } from './samples/write-batch-file.ts'
import type { Place, Rig } from './warehouse-rig.ts'

export const syncedAt = '2026-11-20T09:00:00.000Z'

type BatchChanges = Partial<Omit<Batch, 'file' | 'rows' | 'orgId'>>

/** An open target, and the batches that a test sends to it. */
export type Session = {
  target: Target
  /** The options beside those of the place. */
  options: { orgId: string; scratch: string; libraries: string }
  /** Creates a batch of rows; by default of `things` and for the stretch after the last one. */
  batchOf: (rows: readonly SampleRow[], changes?: BatchChanges) => Promise<Batch>
  /** Stages and commits a batch of rows. */
  write: (rows: readonly SampleRow[], changes?: BatchChanges) => Promise<void>
  send: (batch: Batch) => Promise<void>
  /** Closes the target; the files of its batches stay until the session is disposed of. */
  close: () => Promise<void>
  [Symbol.asyncDispose]: () => Promise<void>
}

/** Opens a place and prepares `things`, or another table, unless `isPrepared` is false. */
export async function openSession(
  rig: Rig,
  place: Place,
  {
    orgId = 'org_demo',
    table: prepared = things,
    isPrepared = true,
  }: { orgId?: string; table?: WarehouseTable; isPrepared?: boolean } = {},
): Promise<Session> {
  const directory = await mkdtemp(join(tmpdir(), 'signalpost-warehouse-'))
  const scratch = await mkdtemp(join(directory, 'scratch-'))
  const { settings, secrets, bounds, libraries = join(directory, 'libraries') } = place
  const options = { orgId, scratch, libraries, bounds }
  const target = await rig.kind.open({ ...options, settings, secrets }).catch(async (cause: unknown) => {
    await rm(directory, { recursive: true })
    throw cause
  })
  let files = 0
  let last = 0n
  const send = async (batch: Batch) => {
    await target.stage(batch)
    await target.commit(batch)
  }
  const batchOf: Session['batchOf'] = async (rows, changes = {}) => {
    const { table = prepared, from = last, to = from + BigInt(Math.max(rows.length, 1)) } = changes
    files += 1
    const file = join(directory, `${files}.csv`)
    await writeBatchFile(file, { table, orgId, rows })
    last = to
    const batchId = `${table.name}_${from}_${to}`
    return {
      batchId,
      rewritesEqual: false,
      syncedAt,
      ...changes,
      table,
      orgId,
      from,
      to,
      file,
      rows: rows.length,
    }
  }
  let isOpen = true
  const close = async () => {
    if (!isOpen) return
    isOpen = false
    await target.close()
  }
  const end = async () => {
    await close()
    await rm(directory, { recursive: true, force: true })
  }
  if (isPrepared) {
    await target.prepare(prepared).catch(async (cause: unknown) => {
      await end()
      throw cause
    })
  }
  return {
    target,
    options,
    batchOf,
    write: async (rows, changes) => send(await batchOf(rows, changes)),
    send,
    close,
    [Symbol.asyncDispose]: end,
  }
}

/** Does all that a target can do, from the first write of a table to its drop. */
export async function liveThrough({ target, write, close }: Session): Promise<void> {
  await write([fullRow('a', 1n)])
  await target.prepare(grownThings)
  await write([fullRow('a', 1n)], { rewritesEqual: true })
  await target.writeCursor(things, { position: 1n, rewriteUntil: 2n, version: 2 })
  await target.readCursor(things)
  await target.checksum(things, 2)
  await target.listHashes(things, ['0c'])
  await target.removeRows(things, ['a'])
  await target.dropTables([things])
  await close()
}
