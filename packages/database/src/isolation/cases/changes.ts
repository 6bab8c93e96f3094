import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type WarehouseTable, warehouseTables } from '@signalpost/domain'
import * as changes from '../../changes/index.ts'
import type { DoorCases } from '../door-cases.ts'
import { dealId, ours, signalId } from '../same-records.ts'

export const changesCases: DoorCases = {
  door: changes,
  queriesOf: ({ database, pool }) => ({
    resendChanges: () => changes.resendChanges(database, { orgId: ours, table: 'signals', keys: [signalId] }),
    measureLag: () => changes.measureLag(database, { orgId: ours, cursors: { signals: 0n, notes: 0n } }),
    measureLags: () =>
      changes.measureLags(database, { orgId: ours, cursors: { signals: 0n, notes: 0n }, limit: 10 }),
    readPositions: async () => [
      ...(await changes.readPositions(database, { orgId: ours, tables: ['signals', 'notes'] })),
    ],
    findTracesOfChanges: () =>
      changes.findTracesOfChanges(database, {
        ...{ orgId: ours, table: 'signals', after: 0n, upTo: 1_000_000n, since: new Date(0), limit: 10 },
      }),
    countChanges: () => changes.countChanges(database, { orgId: ours, table: 'signals', after: 0n }),
    findRecords: () =>
      ofEachTable((table) => changes.findRecords(database, { ...{ orgId: ours, table }, limit: 100 })),
    captureLedger: async ({ warehouseId }) => {
      await database
        .updateTable('warehouses')
        .set({ has_ledger: true, ledger_captured_after: '' })
        .where('warehouse_id', '=', warehouseId)
        .execute()
      await changes.captureLedger(database, { warehouseId, orgId: ours })
    },
    findLeft: ({ deliveryId }) =>
      ofEachTable(async (table) => [
        ...(await changes.findLeft(database, { orgId: ours, table, keys: [deliveryId] })),
      ]),
    countKeys: () => changes.countKeys(database, { orgId: ours, table: 'signals' }),
    spoolByKey: () =>
      ofEachTable((table) =>
        spool((file) => changes.spoolByKey(pool, { ...spooledOf(table), file, excludesPersonal: false })),
      ),
    spoolChanges: () =>
      ofEachTable((table) =>
        spool((file) => {
          const options = { file, excludesPersonal: false }
          return changes.spoolChanges(pool, { ...spooledOf(table), after: 0n, ...options })
        }),
      ),
    checksumSource: () =>
      ofEachTable((table) => changes.checksumSource(database, { ...comparedOf(table), digits: 2 })),
    listSourceHashes: () =>
      ofEachTable(async (table) => {
        const compared = comparedOf(table)
        const buckets = await changes.checksumSource(database, { ...compared, digits: 2 })
        const prefixes = buckets.map(({ prefix }) => prefix)
        return changes.listSourceHashes(database, { ...compared, prefixes })
      }),
    positionsOf: () =>
      ofEachTable(async (table) => {
        const keys = [signalId, dealId, 'n:same', 'lsn_same']
        return [...(await changes.positionsOf(database, { orgId: ours, table, keys })).values()]
      }),
  }),
  others: {
    sequenceChanges: 'each change carries its workspace',
  },
}

const comparedOf = (table: WarehouseTable) => ({
  ...{ orgId: ours, table, upTo: 1_000_000n },
  ...{ excludesPersonal: false, losses: {} },
})

function ofEachTable<Answer>(ask: (table: WarehouseTable) => Promise<Answer>): Promise<Answer[]> {
  return Promise.all(warehouseTables.map(ask))
}

const spooledOf = (table: WarehouseTable) => ({
  ...{ orgId: ours, table, limitRows: 1_000, limitBytes: 1_000_000 },
})

/** Returns what `write` wrote to the file. */
async function spool(write: (file: string) => Promise<unknown>): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'signalpost-isolation-'))
  const file = join(directory, 'changes.csv')
  try {
    await write(file)
    return await readFile(file, 'utf8')
  } finally {
    await rm(directory, { recursive: true })
  }
}
