import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { checksumSource, positionsOf } from './checksum-source.ts'
import { sequenceChanges } from './sequencing/sequence-changes.ts'
import { type Stretch, spoolChanges } from './spool-changes.ts'
import {
  eventOf,
  lastPosition,
  moment,
  signalEvent,
  stageSpool,
  tableOf,
} from './test-support/stage-spool.ts'

const asItIs = { excludesPersonal: false, losses: {} }
const stage = stageSpool()
const { apply, freshOrgId, spool } = stage

describe('a stretch of changes', () => {
  test('ends at its limits, and always takes a record', async () => {
    const orgId = freshOrgId()
    const sizes = [10, 10, 500_000, 10, 10]
    for (const [index, size] of sizes.entries()) {
      // Text that does not compress when stored.
      const digest = (part: number) => createHash('sha256').update(`${part}`).digest('hex')
      const excerpt = Array.from({ length: Math.ceil(size / 64) }, (_, part) => digest(part)).join('')
      await apply(signalEvent(orgId, { id: `sig_${index}`, excerpt }), { orgId })
      await sequenceChanges(stage.database)
    }
    const lengths = async (limits: Partial<Stretch>) => {
      const found: number[] = []
      const full: boolean[] = []
      for (let after: bigint | undefined = 0n; after !== undefined; ) {
        const { spooled } = await spool(orgId, 'signals', { ...limits, after })
        if (spooled.to !== undefined) {
          found.push(spooled.rows)
          full.push(spooled.isFull)
        }
        after = spooled.to
      }
      return { found, full }
    }
    expect(await lengths({})).toEqual({ found: [5], full: [false] })
    expect(await lengths({ limitRows: 2 })).toEqual({ found: [2, 2, 1], full: [false, false, false] })
    expect(await lengths({ limitBytes: 1 })).toEqual({
      found: [1, 1, 1, 1, 1],
      full: [true, true, true, true, false],
    })
    expect(await lengths({ limitBytes: 100_000 })).toEqual({ found: [3, 2], full: [true, false] })
  })

  test('reaches from a position to another, both kept by those who follow', async () => {
    const orgId = freshOrgId()
    for (const id of ['sig_1', 'sig_2', 'sig_3']) {
      await apply(signalEvent(orgId, { id }), { orgId })
      await sequenceChanges(stage.database)
    }
    const table = tableOf('signals')
    const positions = await positionsOf(stage.database, { orgId, table, keys: ['sig_1', 'sig_2', 'sig_9'] })
    expect([...positions.keys()].toSorted()).toEqual(['sig_1', 'sig_2'])
    const [after = 0n, upTo = 0n] = [positions.get('sig_1'), positions.get('sig_2')]
    const { rows, spooled } = await spool(orgId, 'signals', { after, upTo })
    expect(rows).toMatchObject([{ id: 'sig_2' }])
    expect(spooled).toMatchObject({ rows: 1, to: upTo })
    expect(await spool(orgId, 'signals', { after: upTo, upTo })).toMatchObject({
      text: '',
      spooled: { rows: 0, bytes: 0, to: undefined },
    })
    expect(
      await checksumSource(stage.database, { ...asItIs, orgId, table, upTo: after, digits: 4 }),
    ).toMatchObject([{ rows: 1n }])
  })

  test('takes only the records it is limited to, batch by batch', async () => {
    const orgId = freshOrgId()
    const odd = "sig_');select(1)--\\"
    for (const id of ['sig_1', 'sig_2', odd, 'sig_4']) await apply(signalEvent(orgId, { id }), { orgId })
    await sequenceChanges(stage.database)
    const keys = ['sig_4', odd, 'sig_1', 'sig_none']
    const first = await spool(orgId, 'signals', { keys, limitRows: 2 })
    const second = await spool(orgId, 'signals', { keys, limitRows: 2, after: first.spooled.to ?? 0n })
    expect([...first.rows, ...second.rows].map(({ id }) => String(id)).toSorted()).toEqual(
      [odd, 'sig_1', 'sig_4'].toSorted(),
    )
    expect(first.rows).toHaveLength(2)
    expect((await spool(orgId, 'signals', { keys: [] })).spooled).toMatchObject({ rows: 0, to: undefined })
  })

  test('covers registers of a signal that is not stored, and shows no row of them', async () => {
    const orgId = freshOrgId()
    await apply(eventOf(orgId, 'signal.read', { signalId: 'sig_1', readAt: moment }), { orgId })
    await sequenceChanges(stage.database)
    const table = tableOf('signals')
    const to = (await positionsOf(stage.database, { orgId, table, keys: ['sig_1'] })).get('sig_1')
    expect(to).toBeTypeOf('bigint')
    expect(await spool(orgId, 'signals')).toMatchObject({ text: '', spooled: { rows: 0, bytes: 0, to } })
    expect(
      await checksumSource(stage.database, { ...asItIs, orgId, table, upTo: lastPosition, digits: 2 }),
    ).toEqual([])
  })
})

test('has documents in the place of columns for a reader of parts, unless something personal stays behind', async () => {
  const orgId = freshOrgId()
  await apply(signalEvent(orgId, { id: 'sig_1', title: 'a "title"\n\u0002' }), { orgId })
  await sequenceChanges(stage.database)
  const spoolParts = async (name: string, personal: Partial<Parameters<typeof spoolChanges>[1]> = {}) => {
    const asked = { orgId, table: tableOf(name), after: 0n, limitRows: 9, limitBytes: 2 ** 20 }
    const { isInParts } = await spoolChanges(stage.pool, {
      ...{ ...asked, excludesPersonal: false, file: stage.file, readsParts: true, ...personal },
    })
    return { isInParts, text: await readFile(stage.file, 'utf8') }
  }
  const { isInParts, text } = await spoolParts('signals')
  expect(isInParts).toBe(true)
  const [values, document = ''] = text.split('\u0002')
  expect(values).toBe(`${orgId},sig_1,`)
  expect(JSON.parse(document)).toMatchObject({ title: 'a "title"\n\u0002' })
  expect(await spoolParts('signals', { excludesPersonal: true })).toMatchObject({ isInParts: false })
  const hashed = { excludesPersonal: true, personalKey: 'a key' }
  expect(await spoolParts('signals', hashed)).toMatchObject({ isInParts: false })
  expect(await spoolParts('listeners')).toMatchObject({ isInParts: false })
})

describe('spooling that fails', () => {
  const asked = (): Parameters<typeof spoolChanges>[1] => ({
    ...{ orgId: 'org_none', table: tableOf('signals'), after: 0n, limitRows: 1, limitBytes: 1 },
    ...{ excludesPersonal: false, file: stage.file },
  })

  test('is reported, and leaves the pool its connections', async () => {
    const elsewhere = join(stage.directory, 'missing', 'changes.csv')
    await expect(spoolChanges(stage.pool, { ...asked(), file: elsewhere })).rejects.toThrow('ENOENT')
    await expect(spoolChanges(stage.pool, { ...asked(), signal: AbortSignal.abort() })).rejects.toThrow(
      'abort',
    )
    expect(await spoolChanges(stage.pool, asked())).toEqual({
      ...{ rows: 0, bytes: 0, to: undefined, isFull: false, isInParts: false },
    })
  })
})
