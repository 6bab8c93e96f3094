import { listChannels, listRules } from '@signalpost/database/rules'
import { afterAll, expect, test } from 'vitest'
import { performAct } from '../perform-act.ts'
import { admin } from '../test-support/callers.ts'
import { openServices } from '../test-support/open-services.ts'
import { createWorkspaceAct } from '../workspace/workspace-acts.ts'
import { createChannelAct } from './create-channel.ts'
import { testChannelAct } from './trying/test-channel.ts'

const { services, close } = await openServices()
afterAll(close)
const caller = { ...admin, actor: { kind: 'cli' as const, id: 'root' } }

test('a workspace has one inbox from its first day, to which its first rule sends', async () => {
  const orgId = 'org_first'
  const input = { orgId, name: 'First', plan: 'standard', accountIntelligence: false, analysisAllowance: 1 }
  await performAct(services, { caller, act: createWorkspaceAct, input })
  const [first, ...others] = await listChannels(services.database, orgId)
  expect(first).toMatchObject({ kind: 'inbox', name: 'Inbox', state: 'active' })
  expect(others).toEqual([])
  expect(await listRules(services.database, orgId)).toMatchObject([{ definition: { channels: 'all' } }])
  const second = { orgId, kind: 'inbox', name: 'Second', settings: {}, secrets: {} }
  await expect(performAct(services, { caller, act: createChannelAct, input: second })).rejects.toMatchObject({
    code: 'conflict',
  })
  const tested = { caller, act: testChannelAct, input: { channelId: first?.channelId ?? '' } }
  expect(await performAct(services, tested)).toMatchObject({ outcome: { outcome: 'sent' } })
})
