import type { WarehouseTable } from '@signalpost/domain'
import type { ParquetPlace } from './place.ts'
import { readStates, removeStatesAfter } from './table-state.ts'
import { writeCurrent } from './write-current.ts'

/** Removes a workspace's files and commits, and the whole table if no other workspace has it. */
export async function dropTable(place: ParquetPlace, table: WarehouseTable): Promise<void> {
  const { store, orgId } = place
  const { [orgId]: ours, ...others } = await readStates(store, table.name)
  if (Object.keys(others).length === 0) {
    await removeStatesAfter(store, { table: table.name, orgId }, undefined)
    const files = [...(await store.list(table.name)), ...(await store.list('current'))]
    const current = [`current/${table.name}.parquet`, `current/${table.name}.json`]
    const isOfTable = (path: string) => path.startsWith(`${table.name}/`) || current.includes(path)
    await store.remove(files.map(({ path }) => path).filter(isOfTable))
    return
  }
  if (ours === undefined) return
  await removeStatesAfter(store, { table: table.name, orgId }, undefined)
  await store.remove(ours.files.map(({ name }) => `${table.name}/${name}`))
  await writeCurrent(place, table, { isForced: true })
}
