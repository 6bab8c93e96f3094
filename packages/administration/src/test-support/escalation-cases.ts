import { createChannel, createEscalation } from '@signalpost/database/rules'
import { escalationDefinitionSchema } from '@signalpost/domain'
import type { ActCase, CaseServices } from './act-case.ts'

/** One case for each act on escalations. */
export const escalationCases: Record<string, ActCase> = {
  'escalation.create': {
    prepare: async (services, orgId) => ({
      orgId,
      name: 'Escalation',
      ...(await escalationTo(services, orgId)),
    }),
    refused: {
      orgId: 'org_x',
      name: 'Escalation',
      definition: { steps: [{ afterMs: 60_000, channelId: 'chn_missing' }] },
    },
  },
  'escalation.edit': {
    prepare: async (services, orgId) => ({ ...(await addEscalation(services, orgId)), name: 'Renamed' }),
    refused: { escalationId: 'esc_missing', name: 'Renamed' },
  },
  'escalation.end': { prepare: addEscalation, refused: { escalationId: 'esc_missing' } },
}

async function escalationTo({ database, secretBox }: CaseServices, orgId: string) {
  const channel = { orgId, kind: 'slack', name: 'Slack', settings: {}, secrets: {} }
  const { channelId } = await createChannel(database, secretBox, channel)
  return { definition: escalationDefinitionSchema.parse({ steps: [{ afterMs: 60_000, channelId }] }) }
}

async function addEscalation(services: CaseServices, orgId: string) {
  const escalation = { orgId, name: 'Escalation', ...(await escalationTo(services, orgId)) }
  const { escalationId } = await createEscalation(services.database, escalation)
  return { escalationId }
}
