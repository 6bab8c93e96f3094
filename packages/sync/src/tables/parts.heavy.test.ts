import { sequenceChanges } from '@signalpost/database/changes'
import { startRandomWriters } from '@signalpost/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { kindNamed, openSyncRig, type SyncRig, type WarehouseCase } from '../test-support/open-sync-rig.ts'
import { sync, verify } from '../test-support/use-warehouse.ts'

let rig: SyncRig

beforeAll(async () => {
  rig = await openSyncRig()
})

afterAll(() => rig.close())

const odd = [
  ...[
    '',
    ' ',
    '\\N',
    '\\.',
    '"',
    '""',
    "'",
    ',',
    '\n',
    '\r\n',
    '\t',
    '\\',
    '\\n',
    'null',
    '{}',
    '[]',
    'true',
  ],
  ...[
    '😀 Ünïcode',
    'שלום',
    '\u202e\u2028\ufeff',
    '\u0001\u0002\u001f\u007f',
    '\u0002,\u0002',
    '\ufffd',
    '1e400',
  ],
  'x,"y"\n\u0002'.repeat(40_000),
]
const first = '0000-01-01T00:00:00.007Z'
const last = '9999-12-31T23:59:59.999Z'

/** Stores a record of each table that has documents. What is not asked for is left out, null or of another type in turn. */
async function store({ orgId }: WarehouseCase): Promise<void> {
  const scores = [0, 1, -1, 100, 9_007_199_254_740_993n, null]
  for (const [index, text] of odd.entries()) {
    const id = `sig_${String(index).padStart(3, '0')}${text.slice(0, 20)}`
    const texts = {
      title: text,
      excerpt: text,
      author: text,
      source: text,
      dedupeKey: text,
      foundByQuery: text,
    }
    const nested = [{ name: text, workMode: text, unknown: { name: 1 } }, null, 'a text', [text], undefined][
      index % 5
    ]
    const document = {
      ...{
        ...texts,
        listenerId: index % 3 === 0 ? null : 'lsn_1',
        publishedAt: index % 2 === 0 ? first : last,
      },
      ...{ matchedKeywords: [text, text, ...odd.slice(0, 20)], themes: index % 2 === 0 ? [] : null },
      ...{
        approximateDate: index % 2 === 0,
        rating: [4.5, 0.1, 1e-300, 3, null][index % 5],
        subjectOrg: nested,
      },
    }
    const members = {
      ...{
        firstSeenAt: last,
        relevanceScore: 'SCORE',
        policy: { propensity: 0.1 + 0.2, explored: index % 2 === 1 },
      },
      ...{ scoreBreakdown: index % 2 === 0 ? { purchaseIntent: 1, fit: null } : null },
    }
    const state = JSON.stringify({ last: { document }, first: { members } })
    const score = String(scores[index % scores.length])
    await rig.query(
      `insert into signals (org_id, signal_id, state, relevance_score) values ($1, $2, $3, $4)`,
      [orgId, id, state.replace('"SCORE"', score), index % 7 === 6 ? null : 1],
    )
    const registers = {
      assignedTo: { value: { userId: text, at: first, by: null } },
      feedback: index % 2 === 0 ? { value: null } : { value: { verdict: text, at: last } },
      readAt: index % 2 === 0 ? [{ value: last }, { value: first }] : [],
    }
    await rig.query('insert into signal_registers (org_id, signal_id, state) values ($1, $2, $3)', [
      ...[orgId, id, JSON.stringify(registers)],
    ])
  }
  await sequenceChanges(rig.database)
}

test.each([
  ['in the order of keys', 7],
  ['in the order of changes', 20_000],
])('a lake has what PostgreSQL finds in documents, %s', async (_, limitRows) => {
  const warehouse = await rig.open({
    ...{ kind: kindNamed('parquet'), place: { path: await rig.makeDirectory() }, limitRows },
  })
  await store(warehouse)
  await sync(warehouse)
  expect(await verify(warehouse)).toMatchObject({
    equal: true,
    tables: { signals: { sourceRows: odd.length, targetRows: odd.length } },
  })
})

test('a lake has what any events make of signals, accounts and deals', async () => {
  const place = { path: await rig.makeDirectory() }
  const warehouse = await rig.open({ kind: kindNamed('parquet'), place, limitRows: 10 })
  const writers = startRandomWriters({ url: rig.url, orgId: warehouse.orgId, writers: 4, holdMs: 1 })
  const countRows = async (table: string) => {
    const counted = `select count(*)::int as rows from ${table} where org_id = $1`
    const [found] = await rig.query(counted, [warehouse.orgId])
    return Number(found?.rows)
  }
  while ((await countRows('signals')) < 60 || (await countRows('deals')) < 5) await sync(warehouse)
  await writers.stop()
  await sync(warehouse)
  expect((await verify(warehouse)).tables).toMatchObject({
    signals: { sourceRows: await countRows('signals'), differingRows: 0 },
    accounts: { sourceRows: await countRows('accounts'), differingRows: 0 },
    deals: { sourceRows: await countRows('deals'), differingRows: 0 },
  })
})

test('a value that a lake cannot take, in a document, sets its own record aside', async () => {
  const place = { path: await rig.makeDirectory() }
  const warehouse = await rig.open({ kind: kindNamed('parquet'), place, limitRows: 4 })
  for (const [index, document] of ['{"inferenceHops": 1}', '{"inferenceHops": "some"}', '{}'].entries()) {
    await rig.query(
      `insert into signals (org_id, signal_id, state, relevance_score)
       values ($1, $2, jsonb_build_object('last', jsonb_build_object('document', $3::jsonb)), 1)`,
      [warehouse.orgId, `sig_${index}`, document],
    )
  }
  await sequenceChanges(rig.database)
  expect(await sync(warehouse)).toMatchObject({ rejected: 1, rows: { signals: 2 } })
  const rejects = 'select reason from warehouse_rejects where warehouse_id = $1'
  expect(await rig.query(rejects, [warehouse.warehouseId])).toEqual([
    { reason: 'DuckDB cannot take a value as INT64.' },
  ])
})
