import { createEscalationAct } from '@signalpost/administration/escalation'
import { createRuleAct } from '@signalpost/administration/rule'
import { createSilence } from '@signalpost/database/rules'
import { escalationDefinitionSchema, ruleDefinitionSchema } from '@signalpost/domain'
import { addAlerts } from '../add-alerts.ts'
import type { RouteCases } from './route-case.ts'

export const alertRoutes: RouteCases = async ({ console, orgId, memberId }) => {
  const inWorkspace = { params: { orgId } }
  const { channelId, ruleId, signalId } = await addAlerts(console, { orgId, text: 'Text' })
  const definition = ruleDefinitionSchema.parse({ channels: [channelId] })
  const spare = await console.perform(createRuleAct, { orgId, name: 'Spare', definition })
  const escalation = {
    ...{ orgId, name: 'Hot leads' },
    definition: escalationDefinitionSchema.parse({ steps: [{ afterMs: 60_000, channelId }] }),
  }
  const standing = await console.perform(createEscalationAct, escalation)
  const ending = await console.perform(createEscalationAct, escalation)
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
  const messageId = `msg_${signalId}`
  const ofMessage = { params: { orgId, id: messageId } }
  const ofRule = { params: { orgId, id: ruleId } }
  return {
    listChannelKinds: {},
    listChannels: inWorkspace,
    getChannel: ofChannel,
    listAttempts: ofChannel,
    createChannel: {
      ...inWorkspace,
      body: { name: 'Another', kind: 'email', settings: { to: ['ann@example.com'] } },
    },
    editChannel: { ...ofChannel, body: { name: 'Renamed' } },
    switchChannel: { ...ofChannel, body: { enabled: true } },
    pauseChannel: { ...ofChannel, body: { until: null } },
    rotateChannel: { ...ofChannel, body: { overlapSeconds: 60, secrets: { botToken: 'xoxb-new' } } },
    testChannel: { ...ofChannel, body: {} },
    setFallback: { ...inWorkspace, body: { channelId } },
    liftSuppression: { ...ofChannel, body: { address: 'ann@example.com' } },
    mapChannelUsers: { ...ofChannel, body: { users: [{ externalUserId: 'U1', userId: 'usr_1' }] } },
    listMessages: inWorkspace,
    getMessage: ofMessage,
    replayMessage: {
      ...ofMessage,
      body: {},
      // One that waits to be sent is not sent again.
      fresh: async () => {
        await console.pool.query(`update messages set status = 'failed' where message_id = $1`, [messageId])
        return { ...ofMessage, body: {} }
      },
    },
    listRules: inWorkspace,
    previewRule: { ...inWorkspace, body: { definition } },
    createRule: { ...inWorkspace, body: { name: 'Another', definition } },
    editRule: { ...ofRule, body: { name: 'Renamed' } },
    switchRule: { ...ofRule, body: { enabled: true } },
    moveRule: { ...ofRule, body: { direction: 'up' } },
    deleteRule: { params: { orgId, id: spare.ruleId } },
    listEscalations: inWorkspace,
    previewEscalation: { ...inWorkspace, body: { definition: escalation.definition } },
    createEscalation: { ...inWorkspace, body: { name: 'Another', definition: escalation.definition } },
    editEscalation: { params: { orgId, id: standing.escalationId }, body: { name: 'Renamed' } },
    endEscalation: { params: { orgId, id: ending.escalationId }, body: {} },
    listSilences: inWorkspace,
    previewSilence: { ...inWorkspace, body: {} },
    createSilence: { ...inWorkspace, body: { until: until.toISOString() } },
    endSilence: { params: { orgId, id: silence.silenceId }, body: {} },
    listAlerts: { ...inWorkspace, search: '?status=failed' },
    explainSignal: { params: { orgId, id: signalId } },
    previewAlertReplay: inWorkspace,
    replayAlerts: { ...inWorkspace, body: { status: 'failed' } },
  }
}
