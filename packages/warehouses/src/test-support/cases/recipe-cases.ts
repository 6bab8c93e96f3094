import { warehouseTables } from '@signalpost/domain'
import { expect, test } from 'vitest'
import { readRecipe, readRecipes } from '../../read-recipes.ts'
import { openSession } from '../open-session.ts'
import type { SampleRow } from '../samples/write-batch-file.ts'
import type { StartedRig } from '../start-rigs.ts'

/** Declares the tests of kinds that answer recipes by themselves. */
export function testRecipeCases(rig: StartedRig): void {
  test('answers every recipe from the rows of its workspace alone, in the order of the recipe', async () => {
    const place = await rig.createPlace()
    await using own = await openSession(rig, place, { table: signals })
    await using other = await openSession(rig, place, { orgId: 'org_other', table: signals })
    for (const table of warehouseTables) await own.target.prepare(table)
    await own.write([signal('a', 'reddit'), signal('b', 'g2'), signal('c', 'reddit', 'high')])
    await other.write([signal('d', 'reddit')])
    const names = (await readRecipes(rig.kind, { ...Object(place.settings) })).map(({ name }) => name)
    const ask = async (name: string, most = 100) =>
      own.target.ask?.({ sql: (await readRecipe(rig.kind, name)) ?? '', most })
    for (const name of names) expect([name, await ask(name)]).toEqual([name, expect.anything()])
    const answer = {
      columns: ['week', 'source', 'signals', 'pressing'],
      rows: [
        ['2026-11-16', 'g2', 1, 0],
        ['2026-11-16', 'reddit', 2, 1],
      ],
    }
    expect(await ask('signals-by-week-and-source')).toEqual(answer)
    const first = { ...answer, rows: answer.rows.slice(0, 1) }
    expect(await ask('signals-by-week-and-source', 1)).toEqual(first)
    expect((await ask('time-to-alert-and-assignment'))?.rows).toEqual([
      ['high', 1, 0, null, null, 0, null, null],
      [null, 2, 0, null, null, 0, null, null],
    ])
    expect(await ask('funnel-of-deals')).toEqual({ columns: [], rows: [] })
  })
}

const signals = warehouseTables.find(({ name }) => name === 'signals') ?? expect.unreachable('It is a table.')

function signal(key: string, source: string, urgency?: string): SampleRow {
  const values = { source, first_seen_at: '2026-11-20T09:00:00.000Z', relevance_score: 50 }
  return { key, version: 1n, values: { ...values, ...(urgency && { urgency }) } }
}
