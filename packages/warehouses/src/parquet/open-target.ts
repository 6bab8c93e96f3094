import type { WarehouseTable } from '@signalpost/domain'
import { reach } from '@signalpost/runtime'
import { type Engine, openEngine } from '../duckdb/engine.ts'
import { hideRows } from '../duckdb/errors.ts'
import { readBatch } from '../duckdb/read-batch.ts'
import { readBuckets, readHashes } from '../duckdb/read-checksums.ts'
import { checksumOf, listHashesOf } from '../duckdb/statements.ts'
import { literal, quote } from '../quote.ts'
import type { Batch, Cursor, Passage, Target } from '../target.ts'
import { dropTable } from './drop-table.ts'
import { compactFiles } from './files/compact-files.ts'
import { bringFile, dataFileName, leaveOutRows, newFileId, pathOf } from './files/data-files.ts'
import { addGone, forgetRows, isDue, isEmptied, isForgetful } from './files/forget-rows.ts'
import { storedRows, writeParquet } from './latest-rows.ts'
import { mendTable } from './mend-table.ts'
import type { ParquetPlace } from './place.ts'
import { publishTables, type TableToPublish } from './publish-tables.ts'
import { readTable } from './read-table.ts'
import type { FileStore } from './stores/file-store.ts'
import {
  createState,
  type DataFile,
  findUnreadableCommits,
  readState,
  removeStatesAfter,
  type TableState,
  writeState,
} from './table-state.ts'
import { copyOf, demandOwnCopy, hasWholeCopy, writeCurrent } from './write-current.ts'

/** Another sync of the same table committed meanwhile; read its cursor again. */
class LostRaceError extends Error {
  override readonly name = 'LostRaceError'
}

export function openParquetTarget({
  orgId,
  store,
  scratch,
  isReadOnly,
  isCompared,
}: {
  orgId: string
  store: FileStore
  scratch: string
  isReadOnly: boolean
  isCompared: boolean
}): Target {
  let opened: Promise<Engine> | undefined
  const getEngine = () => {
    opened ??= openEngine({ scratch })
    return opened
  }
  const place: ParquetPlace = { orgId, store, scratch, getEngine }
  const staged = new Map<string, StagedFile>()
  /** Tables with contents of deleted or erased records that are to leave the files. */
  const toForget = new Map<string, WarehouseTable>()
  const toPublish = new Map<string, TableToPublish>()
  const damagedFiles = new Map<string, readonly string[]>()
  const damagedCommits = new Map<string, readonly string[]>()
  const damagedCopies = new Map<string, readonly string[]>()
  /** Tables that exist. */
  const seen = new Set<string>()

  const publishLater = (table: WarehouseTable, news: Partial<TableToPublish>): void => {
    if (isReadOnly) return
    const known = toPublish.get(table.name) ?? { isEmpty: false, isOutdated: false, isMended: false }
    toPublish.set(table.name, { ...known, ...news, table })
  }
  // A sync that went on from an older commit would lose its history, so it fails instead.
  const readOwnState = (table: string) => readState(store, { table, orgId }, { passesUnreadable: isCompared })
  const read = async <Result>(
    table: WarehouseTable,
    use: (engine: Engine, from: string) => Promise<Result>,
  ): Promise<Result | undefined> => {
    const found = await readTable(place, { table, state: await readOwnState(table.name) }, use)
    damagedFiles.set(table.name, found?.damaged ?? [])
    return found?.result
  }

  const stage = async (batch: Batch): Promise<StagedFile> => {
    const file = await stageFile(place, batch)
    staged.clear()
    staged.set(batch.batchId, file)
    return file
  }

  return {
    readCursor: async (table) => {
      if (isCompared) damagedCommits.set(table.name, await findUnreadableCommits(store, table.name))
      const state = await readOwnState(table.name)
      if (state !== undefined) seen.add(table.name)
      if (state !== undefined) publishLater(table, { isEmpty: state.files.length === 0 })
      if (isDue(state?.gone) && !isReadOnly) toForget.set(table.name, table)
      return cursorOf(state)
    },
    findFaults: async ({ name: table }) =>
      seen.has(table) || (await readOwnState(table)) !== undefined ? [] : undefined,
    // Its files are written on closing, each with the columns of its time.
    prepare: async (table) => {
      if (!seen.has(table.name)) await demandOwnCopy(place, table)
      publishLater(table, { isEmpty: true })
    },
    writeCursor: ({ name: table }, cursor) => setCursor(place, table, cursor),
    stage: async (batch) => {
      await stage(batch)
    },
    commit: async (batch) => {
      const added = staged.get(batch.batchId) ?? (await stage(batch))
      reach('sync.merged')
      await commitStretch(place, batch, { batch, ...added })
      publishLater(batch.table, { isEmpty: false, isOutdated: true })
    },
    moveCursor: (stretch) => commitStretch(place, stretch),
    checksum: async (table, digits) => {
      const statement = (from: string) => checksumOf({ from, table })
      const buckets = await read(table, (engine, from) =>
        readBuckets(engine, statement(from), { orgId, digits }),
      )
      if (buckets === undefined) return []
      // What was mended gets another copy on closing.
      const isCopied = toPublish.get(table.name)?.isMended === true || (await hasWholeCopy(place, table))
      damagedCopies.set(table.name, isCopied ? [] : [copyOf(table)])
      // Completes the copy of a table without new rows; at least the daily comparison gets here.
      publishLater(table, { isOutdated: true })
      return buckets
    },
    listHashes: async (table, prefixes) => {
      const statement = (from: string) => listHashesOf({ from, table })
      const hashes = await read(table, (engine, from) =>
        readHashes(engine, statement(from), { orgId, prefixes }),
      )
      return hashes ?? []
    },
    damagedFiles: ({ name }) =>
      [damagedCommits, damagedFiles, damagedCopies].flatMap((damaged) => damaged.get(name) ?? []),
    mend: async (table) => {
      await mendTable(place, table)
      publishLater(table, { isMended: true })
    },
    removeRows: (table, keys) => removeRows(place, table, keys),
    dropTables: async (tables) => {
      for (const table of tables) {
        await dropTable(place, table)
        toPublish.delete(table.name)
        toForget.delete(table.name)
      }
    },
    close: async () => {
      try {
        for (const table of toForget.values()) {
          await forgetRows(place, table)
          publishLater(table, { isMended: true })
        }
        if (toPublish.size > 0) await publishTables(place, toPublish.values())
      } finally {
        store.close()
        if (opened !== undefined) await (await opened).close()
      }
    },
  }
}

function cursorOf(state: TableState | undefined): Cursor | undefined {
  if (state === undefined) return undefined
  const { position, rewriteUntil, version, history } = state
  return { position, rewriteUntil, version, ...(history !== undefined && { history }) }
}

/** Commits a cursor with the current files; later commits no longer count. */
async function setCursor({ store, orgId }: ParquetPlace, table: string, cursor: Cursor): Promise<void> {
  const owner = { table, orgId }
  const { files = [], replaced = [], gone } = (await readState(store, owner)) ?? {}
  await writeState(store, owner, { ...cursor, at: new Date().toISOString(), files, replaced, gone })
  await removeStatesAfter(store, owner, cursor.position)
}

type StagedFile = {
  file: DataFile
  /** The keys of the records in it that lost their contents. */
  gone: readonly string[]
}

async function stageFile(place: ParquetPlace, batch: Batch): Promise<StagedFile> {
  const { table, from, to, batchId } = batch
  const state = await readState(place.store, { table: table.name, orgId: place.orgId })
  const usual = dataFileName({ from, to, id: batchId })
  const isCommitted = state?.files.some((file) => file.name === usual) === true
  // Never overwrites a committed file: it may hold rows that later batches have moved on.
  const name = isCommitted ? dataFileName({ from, to, id: `${batchId}_${newFileId()}` }) : usual
  let gone: string[] = []
  const written = await bringFile(place, `${table.name}/${name}`, async (engine, file) => {
    await hideRows(() => readBatch(batch, (select) => writeParquet(engine, storedRows(table, select), file)))
    if (isForgetful(table)) gone = await readEmptiedKeys(engine, table, file)
    return batch.rows
  })
  return { file: { name, ...written }, gone }
}

async function readEmptiedKeys({ query }: Engine, table: WarehouseTable, file: string): Promise<string[]> {
  const rows = await query(
    `select distinct to_json(${quote(table.key)})::varchar as key from read_parquet(${literal(file)}) where ${isEmptied(table)}`,
  )
  return rows.map(({ key }) => String(JSON.parse(String(key))))
}

/**
 * Commits a stretch, with or without a batch's file, and moves the cursor where allowed. Without a cursor nothing could
 * name the file, so a stretch that creates no cursor leaves it out.
 */
async function commitStretch(
  place: ParquetPlace,
  { table, from, to, history }: Passage,
  added?: StagedFile & { batch: Batch },
): Promise<void> {
  const { store, orgId } = place
  const owner = { table: table.name, orgId }
  const base = await readState(store, owner)
  const stood = base?.position ?? 0n
  const isMoved = stood >= from && stood < to
  if (base === undefined && !isMoved) return
  const files = filesWith(base?.files ?? [], added)
  if (files === base?.files && !isMoved) return
  const state: TableState = {
    position: isMoved ? to : stood,
    rewriteUntil: base?.rewriteUntil ?? 0n,
    version: base?.version ?? table.version,
    history: (isMoved ? history : undefined) ?? base?.history,
    batchId: isMoved ? added?.batch.batchId : base?.batchId,
    at: added?.batch.syncedAt ?? new Date().toISOString(),
    files,
    replaced: base?.replaced ?? [],
    // Without earlier files there is nothing to forget.
    gone: base === undefined || base.files.length === 0 ? undefined : addGone(base.gone, added?.gone ?? []),
  }
  if (!isMoved) {
    await writeState(store, owner, state)
    return
  }
  if (!(await createState(store, owner, state))) {
    throw new LostRaceError(`another sync of ${table.name} was first to write up to ${to}`)
  }
  await compactFiles(place, table, state)
}

/** Returns the files with the new one added; the same list if it is already there. */
function filesWith(
  files: readonly DataFile[],
  added: (StagedFile & { batch: Batch }) | undefined,
): readonly DataFile[] {
  if (added === undefined || files.some(({ name }) => name === added.file.name)) return files
  return added.batch.rewritesEqual ? [...files, added.file] : [added.file, ...files]
}

async function removeRows(
  place: ParquetPlace,
  table: WarehouseTable,
  keys: readonly string[],
): Promise<void> {
  const owner = { table: table.name, orgId: place.orgId }
  const state = await readState(place.store, owner)
  if (state === undefined || keys.length === 0) return
  const files: DataFile[] = []
  const condition = {
    isOut: `org_id = $1 and list_contains(from_json($2, '["VARCHAR"]'), ${quote(table.key)})`,
    values: [place.orgId, JSON.stringify(keys)],
  }
  for (const file of state.files) files.push(await leaveOutRows(place, { table, file, ...condition }))
  await writeState(place.store, owner, { ...state, files, replaced: [] })
  // What was replaced earlier may hold the rows too.
  const gone = [...state.files.filter((file) => !files.includes(file)), ...state.replaced]
  await place.store.remove(gone.map((file) => pathOf(table, file)))
  await writeCurrent(place, table, { isForced: true })
}
