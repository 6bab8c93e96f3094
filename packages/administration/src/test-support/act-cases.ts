import { createSecretBox } from '@signalpost/database'
import { createChannel } from '@signalpost/database/rules'
import { enableCanaryAct } from '../canary/enable-canary.ts'
import { performAct } from '../perform-act.ts'
import type { ActCase } from './act-case.ts'
import { admin } from './callers.ts'
import { canary } from './canary.ts'
import { assistantCases } from './cases/assistant-cases.ts'
import { loginCases } from './cases/person-cases.ts'
import { recordCases } from './cases/record-cases.ts'
import { addWarehouse } from './cases/warehouse-cases.ts'
import { addWorkspace } from './cases/workspace-cases.ts'
import { olderMasterKey } from './open-services.ts'
import { addDeliveries, addSource, operationCases } from './operation-cases.ts'

export { addDeliveries, addWarehouse, addWorkspace, canary }

/** One case for each act, by its name. */
export const actCases: Record<string, ActCase> = {
  ...operationCases,
  ...loginCases,
  ...recordCases,
  ...assistantCases,
  'key.rotate_master': {
    prepare: async ({ database, cell }, orgId) => {
      // The box of the cases opens it with its second key.
      const secretBox = createSecretBox(olderMasterKey)
      await addSource({ database, secretBox, cell, nowMs: Date.now }, orgId)
      return {}
    },
    refused: { orgId: 'org_x' },
    isOfInstallation: true,
    isOutsideWorkspaces: true,
  },
  'channel.test': {
    prepare: async ({ database, secretBox, slack }, orgId) => {
      const channel = { orgId, kind: 'slack', name: 'Slack', settings: {} }
      const secrets = { webhookUrl: slack.webhookUrl(canary) }
      const { channelId } = await createChannel(database, secretBox, { ...channel, secrets })
      return { channelId }
    },
    refused: { channelId: 'chn_missing' },
  },
  'demo.credentials': {
    prepare: async () => ({}),
    refused: { orgId: 'org_x' },
    actsIn: 'org_demo',
  },
  'demo.keep': {
    prepare: async (_services, orgId) => ({ orgId, people: ['Anna'], records: [] }),
    refused: { orgId: 'org_x' },
  },
  'canary.enable': {
    prepare: async () => ({}),
    refused: { everyMs: 9_999 },
    isOfInstallation: true,
    isOutsideWorkspaces: true,
  },
  'canary.disable': {
    prepare: async (services) => {
      await performAct(services, { caller: admin, act: enableCanaryAct, input: {} })
      return {}
    },
    refused: { everyMs: 60_000 },
    isOfInstallation: true,
    isOutsideWorkspaces: true,
  },
}
