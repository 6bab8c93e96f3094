import { createEscalation, createSilence, endEscalation } from '@signalpost/database/rules'
import { escalationDefinitionSchema } from '@signalpost/domain'
import { addAlerts, addInboxMessage } from '../add-alerts.ts'
import type { PageCase } from './page-case.ts'

export const alertPages: PageCase = async ({ console, orgId, personId, hostile }) => {
  const { channelId, ruleId, signalId } = await addAlerts(console, { orgId, text: hostile })
  await addInboxMessage(console, { orgId, signalId, text: hostile, urgency: 'high' })
  const until = new Date(Date.now() + 3_600_000)
  await createSilence(console.database, { orgId, conditions: { ruleId }, reason: hostile, until })
  const escalation = {
    ...{ orgId, name: hostile },
    definition: escalationDefinitionSchema.parse({
      steps: [
        { afterMs: 60_000, channelId },
        { afterMs: 5_400_000, channelId, personId },
      ],
      hours: 'Mo-Fr 09:00-18:00',
    }),
  }
  const { escalationId: endedId } = await createEscalation(console.database, escalation)
  await endEscalation(console.database, { escalationId: endedId, orgId })
  const { escalationId } = await createEscalation(console.database, escalation)
  return [
    ['Inbox', `/w/${orgId}/inbox`],
    ['Channels', `/w/${orgId}/channels`],
    ['New channel', `/w/${orgId}/channels/new`],
    ['New channel', `/w/${orgId}/channels/new?kind=slack`],
    ['New channel', `/w/${orgId}/channels/new?kind=http`],
    [hostile, `/w/${orgId}/channels/${channelId}`],
    ['Rules', `/w/${orgId}/rules`],
    [hostile, `/w/${orgId}/rules/${ruleId}`],
    ['New rule', `/w/${orgId}/rules/new`],
    ['Escalations', `/w/${orgId}/escalations`],
    [hostile, `/w/${orgId}/escalations/${escalationId}`],
    [hostile, `/w/${orgId}/escalations/${endedId}`],
    ['New escalation', `/w/${orgId}/escalations/new`],
    ['Silences', `/w/${orgId}/silences`],
    ['Alerts', `/w/${orgId}/alerts`],
    ['Messages', `/w/${orgId}/alerts/messages`],
    ['Message', `/w/${orgId}/alerts/messages/msg_${signalId}`],
    ['Alerts', `/w/${orgId}/alerts?signal=${signalId}`],
  ]
}
