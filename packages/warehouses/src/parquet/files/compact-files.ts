import type { WarehouseTable } from '@signalpost/domain'
import { hourMs } from '@signalpost/domain'
import type { ParquetPlace } from '../place.ts'
import { pruneStates, readStates, type TableState, writeState } from '../table-state.ts'
import { chooseFiles } from './choose-files.ts'
import { isDataFile, mergeFiles, pathOf } from './data-files.ts'

/** Replaced files that stay, for processes that are reading them: the newest, and none for longer than an hour. */
const mostReplaced = 40

/** Replaces many small files with one, or all files if most of their content is outdated. Returns the next state. */
export async function compactFiles(
  place: ParquetPlace,
  table: WarehouseTable,
  state: TableState,
): Promise<TableState> {
  const chosen = chooseFiles(state.files)
  if (chosen.length === 0) return state
  await removeLitter(place, table)
  const merged = await mergeFiles(place, { table, state, files: chosen })
  const rest = state.files.filter((file) => !chosen.includes(file))
  const at = new Date().toISOString()
  const replaced = [...state.replaced, ...chosen.map(({ name }) => ({ name, at }))]
  const staying = replaced.slice(-mostReplaced).filter((file) => Date.parse(file.at) > Date.now() - hourMs)
  // Large files are older than small ones, so the merged file counts after them.
  const next = { ...state, files: [...rest, merged], replaced: staying }
  const owner = { table: table.name, orgId: place.orgId }
  await writeState(place.store, owner, next)
  await pruneStates(place.store, owner, next)
  const leaving = replaced.filter((file) => !staying.includes(file))
  await place.store.remove(leaving.map((file) => pathOf(table, file)))
  return next
}

/** Removes files that no workspace's state names: they were staged and never committed, or replaced long ago. */
async function removeLitter({ store }: ParquetPlace, table: WarehouseTable): Promise<void> {
  const states = Object.values(await readStates(store, table.name))
  const named = new Set(states.flatMap(({ files }) => files.map((file) => pathOf(table, file))))
  const old = (await store.list(table.name)).filter(({ modifiedAtMs }) => modifiedAtMs < Date.now() - hourMs)
  const paths = old.map(({ path }) => path)
  await store.remove(paths.filter((path) => isDataFile(table, path) && !named.has(path)))
}
