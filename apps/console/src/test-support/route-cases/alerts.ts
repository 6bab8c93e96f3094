import { createSilence } from '@signalpost/database/rules'
import { addAlerts, addInboxMessage } from '../add-alerts.ts'
import type { RouteCases } from './route-case.ts'

export const alertRoutes: RouteCases = async ({ console, orgId, memberId }) => {
  const inWorkspace = { params: { orgId } }
  const { channelId, signalId } = await addAlerts(console, { orgId, text: 'Text' })
  const inboxMessageId = await addInboxMessage(console, { orgId, signalId, text: 'Text' })
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
    getChannel: ofChannel,
    listAttempts: ofChannel,
    createChannel: {
      ...inWorkspace,
      body: { name: 'Another', kind: 'email', settings: { to: ['ann@example.com'] } },
    },
    testChannel: { ...ofChannel, body: {} },
    listInbox: inWorkspace,
    getInboxState: inWorkspace,
    markInboxRead: { params: { orgId, id: inboxMessageId }, body: {} },
    markInboxWholeRead: { ...inWorkspace, body: { until: until.toISOString() } },
    endSilence: { params: { orgId, id: silence.silenceId }, body: {} },
    explainSignal: { params: { orgId, id: signalId } },
    previewAlertReplay: inWorkspace,
  }
}
