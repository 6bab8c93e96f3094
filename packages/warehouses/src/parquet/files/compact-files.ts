import type { WarehouseTable } from '@signalpost/domain'
import { hourMs } from '@signalpost/domain'
import type { ParquetPlace } from '../place.ts'
import { type DataFile, pruneStates, readStates, type TableState, writeState } from '../table-state.ts'
import { mergeFiles } from './data-files.ts'

const mebibyte = 1024 * 1024
/** About as many files as syncs create in most of an hour. */
const mostSmallFiles = 128
const smallBytes = 64 * mebibyte
/** How many copies' worth of outdated rows to keep before rewriting everything. */
const mostWaste = 3

/**
 * Replaces many small files with one, or all files if most of their content is outdated. Returns the next state.
 * Replaced files stay for at least an hour, for processes that are reading them.
 */
export async function compactFiles(
  place: ParquetPlace,
  table: WarehouseTable,
  state: TableState,
): Promise<TableState> {
  const small = state.files.filter(({ bytes }) => bytes < smallBytes)
  if (small.length <= mostSmallFiles) return state
  await removeLitter(place, table)
  const greatest = Math.max(...state.files.map(({ bytes }) => bytes))
  const chosen = bytesOf(state.files) > mostWaste * greatest + smallBytes ? state.files : small
  const merged = await mergeFiles(place, { table, state, files: chosen })
  const rest = state.files.filter((file) => !chosen.includes(file))
  // Large files are older than small ones, so the merged file counts after them.
  const next = { ...state, files: [...rest, merged] }
  const owner = { table: table.name, orgId: place.orgId }
  await writeState(place.store, owner, next)
  await pruneStates(place.store, owner, next)
  return next
}

/** Removes files that no workspace's state names: they were replaced, or staged and never committed. */
async function removeLitter({ store }: ParquetPlace, { name }: WarehouseTable): Promise<void> {
  const states = Object.values(await readStates(store, name))
  const named = new Set(states.flatMap(({ files }) => files.map((file) => `${name}/${file.name}`)))
  const old = (await store.list(name)).filter(({ modifiedAtMs }) => modifiedAtMs < Date.now() - hourMs)
  await store.remove(old.map(({ path }) => path).filter((path) => !named.has(path)))
}

export function bytesOf(files: readonly DataFile[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0)
}
