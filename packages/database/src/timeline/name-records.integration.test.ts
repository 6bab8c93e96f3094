import { test } from '@signalpost/testing/test'
import { expect } from 'vitest'
import { createSource, createWorkspace } from '../access/index.ts'
import { nameRecords } from './name-records.ts'
import { secretBox } from './test-support/open-timeline-rig.ts'

test('sentences have names of the workspace, and no ids of what is gone or of others', async ({
  database,
}) => {
  const about = { plan: 'standard', accountIntelligence: true, analysisAllowance: 1 }
  const createIn = async (orgId: string, name: string): Promise<string> => {
    await createWorkspace(database, { orgId, name: orgId, ...about })
    const settings = { scheme: 'service-v1', settings: {}, toleranceSeconds: 300, ratePerMinute: null }
    const { sourceId } = await createSource(database, secretBox, {
      ...{ orgId, name, ...settings, secret: 'whsec_secret' },
    })
    return sourceId
  }
  const ours = await createIn('org_ours', 'A "quoted" source src_x')
  const theirs = await createIn('org_theirs', 'Theirs')
  const said = async (summary: string, reason: string) => {
    const ref = { type: 'source' as const, id: ours }
    const step = { stage: 'received' as const, at: '2026-11-20T12:00:00.000Z', summary, ref, detail: {} }
    const timeline = { signalId: 'sig_1', steps: [step], gaps: [{ stage: 'synced' as const, reason }] }
    const named = await database
      .transaction()
      .execute((transaction) => nameRecords(transaction, 'org_ours', timeline))
    expect(named.steps[0]?.ref).toEqual(ref)
    return [named.steps[0]?.summary, named.gaps[0]?.reason]
  }
  expect(await said(`Source ${ours} sent it.`, `it waits for source ${theirs}`)).toEqual([
    'Source "A "quoted" source src_x" sent it.',
    'it waits for a deleted source',
  ])
  expect(await said('Rule rul_gone matched: sent to channel chn_gone.', 'no warehouse')).toEqual([
    'A deleted rule matched: sent to a deleted channel.',
    'no warehouse',
  ])
})
