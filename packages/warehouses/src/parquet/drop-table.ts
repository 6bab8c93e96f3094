import type { WarehouseTable } from '@signalpost/domain'
import { isDataFile } from './files/data-files.ts'
import type { ParquetPlace } from './place.ts'
import { readStates, removeStatesAfter } from './table-state.ts'
import { removeCurrent, writeCurrent } from './write-current.ts'

/**
 * Removes a workspace's files and commits, and the whole table if no other workspace has it. Leaves alone what lies beside
 * them.
 */
export async function dropTable(place: ParquetPlace, table: WarehouseTable): Promise<void> {
  const { store, orgId } = place
  const { [orgId]: ours, ...others } = await readStates(store, table.name)
  if (Object.keys(others).length === 0) {
    await removeStatesAfter(store, { table: table.name, orgId }, undefined)
    const files = (await store.list(table.name)).map(({ path }) => path)
    await store.remove(files.filter((path) => isDataFile(table, path)))
    await removeCurrent(place, table, { isOurs: ours !== undefined })
    return
  }
  if (ours === undefined) return
  await removeStatesAfter(store, { table: table.name, orgId }, undefined)
  await store.remove(ours.files.map(({ name }) => `${table.name}/${name}`))
  await writeCurrent(place, table, { isForced: true })
}
