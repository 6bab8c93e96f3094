import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { syncLeased } from '../index.ts'
import { meddleWithKind } from '../test-support/meddle-with-kind.ts'
import { kindNamed, openSyncRig, type SyncRig, type WarehouseCase } from '../test-support/open-sync-rig.ts'
import { bodies, bodiesIn, notes, stateOf, sync, verify } from '../test-support/use-warehouse.ts'

let rig: SyncRig

beforeAll(async () => {
  rig = await openSyncRig()
})

afterAll(() => rig.close())

describe('a row that a warehouse refuses', () => {
  const refusing = async (limitRows: number) => {
    const warehouse = await rig.open({ limitRows })
    await sync(warehouse)
    await warehouse.meddle((at) => `alter table ${at}.notes add constraint nice check (body not like 'bad%')`)
    return warehouse
  }

  test('sets a refused row aside with the reason, and takes the rows beside it', async () => {
    const warehouse = await refusing(64)
    const made = await rig.addNotes(
      warehouse.orgId,
      bodies(100).map((body, index) => (index === 41 ? 'bad one' : body)),
    )
    expect(await sync(warehouse)).toMatchObject({ rejected: 1, lagRows: 0, rows: { notes: 99 } })
    expect(await warehouse.rows(notes)).toHaveLength(99)
    expect(await stateOf(warehouse)).toMatchObject({ state: 'idle', rejectedRows: 1 })
    expect(await verify(warehouse)).toMatchObject({
      equal: false,
      tables: {
        notes: {
          sourceRows: 100,
          targetRows: 99,
          differing: [made[41]],
          rejected: [
            { key: made[41], reason: expect.stringMatching(/^new row .* violates check constraint "nice"$/) },
          ],
        },
      },
    })
  })

  test('sets aside exactly the bad rows, wherever they are in batches', async () => {
    const rows = fc.array(fc.boolean(), { minLength: 1, maxLength: 16 })
    await fc.assert(
      fc.asyncProperty(rows, fc.integer({ min: 1, max: 30 }), async (areBad, limitRows) => {
        const warehouse = await refusing(limitRows)
        const made = await rig.addNotes(
          warehouse.orgId,
          areBad.map((isBad) => (isBad ? 'bad' : 'good')),
        )
        const rejected = areBad.filter(Boolean).length
        expect(await sync(warehouse)).toMatchObject({ rejected, lagRows: 0 })
        const taken = (await warehouse.rows(notes)).map(({ id }) => id)
        expect(taken).toEqual(made.filter((_, index) => areBad[index] === false))
      }),
      { numRuns: 4 },
    )
  })

  test('retries a refused row when it changes, and forgets it once it is taken', async () => {
    const warehouse = await refusing(64)
    await rig.addNotes(warehouse.orgId, ['bad one', 'good'])
    await sync(warehouse)
    await rig.changeNotes(warehouse.orgId, 'bad again')
    expect(await sync(warehouse)).toMatchObject({ rejected: 2 })
    await rig.changeNotes(warehouse.orgId, 'better')
    expect(await sync(warehouse)).toMatchObject({ rejected: 0, rows: { notes: 2 } })
    expect(await stateOf(warehouse)).toMatchObject({ rejectedRows: 0 })
    expect(await verify(warehouse)).toMatchObject({ equal: true })
  })

  test('blames the table, not its rows, when the warehouse refuses every row', async () => {
    const warehouse = await refusing(1)
    await rig.addNotes(
      warehouse.orgId,
      Array.from({ length: 40 }, () => 'bad'),
    )
    await expect(sync(warehouse)).rejects.toMatchObject({
      fault: 'configuration',
      message: expect.stringMatching(/refuses every row of notes/),
    })
    await warehouse.meddle((at) => `alter table ${at}.notes drop constraint nice`)
    expect(await verify(warehouse, { repair: true })).toMatchObject({ equal: true })
    await sync(warehouse)
    expect(await verify(warehouse)).toMatchObject({ equal: true, tables: { notes: { targetRows: 40 } } })
  })
})

describe('rows that a warehouse refused', () => {
  const refusing = async (options: Parameters<SyncRig['open']>[0] = {}) => {
    const warehouse = await rig.open(options)
    await sync(warehouse)
    await warehouse.meddle((at) => `alter table ${at}.notes add constraint nice check (body not like 'bad%')`)
    return warehouse
  }
  const allow = (warehouse: WarehouseCase) =>
    warehouse.meddle((at) => `alter table ${at}.notes drop constraint if exists nice`)
  const leased = async (warehouse: WarehouseCase) =>
    syncLeased(warehouse.dependencies, await warehouse.lease())
  const rejectsOf = ({ warehouseId }: WarehouseCase) =>
    rig.query(
      `select attempts, reason, extract(epoch from retry_at - now())::float8 as waits
       from warehouse_rejects where warehouse_id = $1`,
      [warehouseId],
    )
  const makeDue = ({ warehouseId }: WarehouseCase) =>
    rig.query('update warehouse_rejects set retry_at = now() where warehouse_id = $1', [warehouseId])

  test('sends refused rows again once the cause is gone, without a change to them', async () => {
    const warehouse = await refusing()
    await rig.addNotes(warehouse.orgId, ['bad one', 'good', 'bad two'])
    expect(await leased(warehouse)).toMatchObject({ rejected: 2, recovered: 0 })
    await allow(warehouse)
    expect(await leased(warehouse)).toBeUndefined()
    await makeDue(warehouse)
    expect(await leased(warehouse)).toMatchObject({ rejected: 0, recovered: 2, rows: { notes: 2 } })
    expect(await bodiesIn(warehouse)).toEqual(['bad one', 'good', 'bad two'])
    expect(await stateOf(warehouse)).toMatchObject({ rejectedRows: 0, state: 'idle' })
    expect(await leased(warehouse)).toBeUndefined()
  })

  test('delays a refused row longer after each refusal, and as the first time after it changed', async () => {
    const warehouse = await refusing()
    await rig.addNotes(warehouse.orgId, ['bad one'])
    await leased(warehouse)
    const waits: number[] = []
    for (let attempts = 1; attempts <= 3; attempts += 1) {
      const [reject] = await rejectsOf(warehouse)
      expect(reject).toMatchObject({ attempts, reason: expect.stringMatching(/check constraint "nice"/) })
      waits.push(Number(reject?.waits))
      await makeDue(warehouse)
      expect(await leased(warehouse)).toMatchObject({ rejected: 1, recovered: 0 })
    }
    expect(waits[1]).toBeGreaterThan(Number(waits[0]) * 1.3)
    expect(waits[2]).toBeGreaterThan(Number(waits[1]) * 1.3)
    await rig.changeNotes(warehouse.orgId, 'bad again')
    expect(await leased(warehouse)).toMatchObject({ rejected: 1 })
    expect(await rejectsOf(warehouse)).toMatchObject([{ attempts: 1 }])
  })

  test('retries all refused rows when a person syncs', async () => {
    const warehouse = await refusing({ limitRows: 7 })
    await rig.addNotes(
      warehouse.orgId,
      bodies(60).map((body, index) => (index % 2 === 0 ? `bad ${body}` : body)),
    )
    expect(await sync(warehouse)).toMatchObject({ rejected: 30 })
    expect(await sync(warehouse)).toMatchObject({ rejected: 30, recovered: 0 })
    await allow(warehouse)
    expect(await sync(warehouse)).toMatchObject({ rejected: 0, recovered: 30, rows: { notes: 30 } })
    expect(await warehouse.rows(notes)).toHaveLength(60)
  })

  test('retries a few refused rows at a time while the warehouse takes none', async () => {
    let commits = 0
    const warehouse = await refusing({
      kind: meddleWithKind(rig.postgres, {
        commit: (next, batch) => {
          commits += 1
          return next(batch)
        },
      }),
    })
    await rig.addNotes(
      warehouse.orgId,
      bodies(160).map((body, index) => (index % 2 === 0 ? `bad ${body}` : body)),
    )
    expect(await leased(warehouse)).toMatchObject({ rejected: 80 })
    await makeDue(warehouse)
    commits = 0
    expect(await leased(warehouse)).toMatchObject({ rejected: 26, recovered: 0 })
    expect(commits).toBeLessThan(80)
    expect(await leased(warehouse)).toBeUndefined()
    await allow(warehouse)
    await makeDue(warehouse)
    expect(await leased(warehouse)).toMatchObject({ rejected: 0, recovered: 80 })
    expect(await warehouse.rows(notes)).toHaveLength(160)
  })

  test('moves no cursor for refused rows, not even one that is set back meanwhile', async () => {
    let setsBack = false
    const warehouse = await refusing({
      kind: meddleWithKind(rig.postgres, {
        commit: async (next, batch) => {
          if (setsBack) await warehouse.meddle((at) => `update ${at}._signalpost_cursors set position = 0`)
          await next(batch)
        },
      }),
    })
    await rig.addNotes(warehouse.orgId, ['bad one', 'good'])
    await leased(warehouse)
    await allow(warehouse)
    await makeDue(warehouse)
    setsBack = true
    expect(await leased(warehouse)).toMatchObject({ recovered: 1 })
    await warehouse.work(async ({ target }) => {
      expect(await target.readCursor(notes)).toMatchObject({ position: 0n })
    })
  })

  test('shows a warehouse that refuses more than 1 % of a table as degraded, until it takes the rows', async () => {
    const warehouse = await refusing()
    await rig.addNotes(warehouse.orgId, ['bad one', 'good', 'bad two'])
    await sync(warehouse)
    expect(await stateOf(warehouse)).toMatchObject({
      ...{ state: 'degraded', rejectedRows: 2, failingSince: null, lastError: null },
      reason: expect.stringMatching(/^The warehouse refuses 2 rows of notes \(new row .* "nice"\)\.$/),
    })
    await allow(warehouse)
    await sync(warehouse)
    expect(await stateOf(warehouse)).toMatchObject({ state: 'idle', reason: null })
  })

  test('does not show a warehouse as degraded for refusing up to 1 % of a table', async () => {
    const warehouse = await refusing()
    await rig.addNotes(
      warehouse.orgId,
      bodies(200).map((body, index) => (index === 77 ? `bad ${body}` : body)),
    )
    await sync(warehouse)
    expect(await stateOf(warehouse)).toMatchObject({ state: 'idle', reason: null, rejectedRows: 1 })
  })

  test('sends refused rows again to a lake of files, too', async () => {
    const parquet = kindNamed('parquet')
    let refuses = true
    const refused = new Error('a row is refused')
    const meddled = meddleWithKind(parquet, {
      commit: async (next, batch) => {
        if (refuses && batch.table.name === 'notes') throw refused
        await next(batch)
      },
    })
    const faultOf: typeof parquet.faultOf = (error) => (error === refused ? 'data' : parquet.faultOf(error))
    const warehouse = await rig.open({
      kind: { ...meddled, faultOf },
      place: { path: await rig.makeDirectory() },
    })
    await rig.addNotes(warehouse.orgId, ['one', 'two'])
    expect(await sync(warehouse)).toMatchObject({ rejected: 2 })
    refuses = false
    expect(await sync(warehouse)).toMatchObject({ recovered: 2 })
    expect(await verify(warehouse)).toMatchObject({ equal: true, tables: { notes: { targetRows: 2 } } })
  })
})
