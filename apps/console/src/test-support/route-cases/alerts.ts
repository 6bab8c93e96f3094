import { createSilence } from '@signalpost/database/rules'
import { addAlerts } from '../add-alerts.ts'
import type { RouteCases } from './route-case.ts'

export const alertRoutes: RouteCases = async ({ console, orgId, memberId }) => {
  const inWorkspace = { params: { orgId } }
  const { channelId } = await addAlerts(console, { orgId, text: 'Text' })
  const until = new Date(Date.now() + 3_600_000)
  // A member ends only their own.
  const createdBy = { kind: 'person' as const, id: memberId }
  const silence = await createSilence(console.database, {
    orgId,
    conditions: {},
    reason: null,
    until,
    createdBy,
  })
  const ofChannel = { params: { orgId, id: channelId } }
  return {
    listChannelKinds: {},
    createChannel: {
      ...inWorkspace,
      body: { name: 'Another', kind: 'email', settings: { to: ['ann@example.com'] } },
    },
    testChannel: { ...ofChannel, body: {} },
    endSilence: { params: { orgId, id: silence.silenceId }, body: {} },
  }
}
