import { createSilence } from '@signalpost/database/rules'
import { addAlerts } from '../add-alerts.ts'
import type { PageCase } from './page-case.ts'

export const alertPages: PageCase = async ({ console, orgId, hostile }) => {
  const { channelId, ruleId, signalId } = await addAlerts(console, { orgId, text: hostile })
  const until = new Date(Date.now() + 3_600_000)
  await createSilence(console.database, { orgId, conditions: { ruleId }, reason: hostile, until })
  return [
    ['Channels', `/w/${orgId}/channels`],
    [hostile, `/w/${orgId}/channels/${channelId}`],
    ['Rules', `/w/${orgId}/rules`],
    [hostile, `/w/${orgId}/rules/${ruleId}`],
    ['New rule', `/w/${orgId}/rules/new`],
    ['Silences', `/w/${orgId}/silences`],
    ['Alerts', `/w/${orgId}/alerts`],
    ['Alerts', `/w/${orgId}/alerts?signal=${signalId}`],
  ]
}
