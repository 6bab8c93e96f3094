import type { WarehouseTable } from '@signalpost/domain'
import { pathOf } from './files/data-files.ts'
import { findUnreadable } from './files/find-unreadable.ts'
import type { ParquetPlace } from './place.ts'
import { findUnreadableCommits, readState, writeState } from './table-state.ts'

/** Removes missing and unreadable files from a table, and commits that cannot be read. */
export async function mendTable(place: ParquetPlace, table: WarehouseTable): Promise<void> {
  const { store, orgId, getEngine } = place
  const owner = { table: table.name, orgId }
  await store.remove(await findUnreadableCommits(store, table.name))
  const state = await readState(store, owner)
  if (state === undefined) return
  const readable = new Set<string>()
  // One at a time, because a bucket's files are downloaded first.
  for (const file of state.files) {
    const path = pathOf(table, file)
    await store.withFiles([path], async (found) => {
      const unreadable = await findUnreadable(await getEngine(), { table, files: found })
      if (found.length > unreadable.length) readable.add(path)
    })
  }
  const files = state.files.filter((file) => readable.has(pathOf(table, file)))
  if (files.length === state.files.length) return
  await writeState(store, owner, { ...state, files })
  await store.remove(state.files.map((file) => pathOf(table, file)).filter((path) => !readable.has(path)))
}
