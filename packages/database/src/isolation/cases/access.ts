import * as access from '../../access/index.ts'
import type { DoorCases } from '../door-cases.ts'
import { refusal } from '../refusal.ts'
import { ours, sourceOf, theirs } from '../same-records.ts'

export const accessCases: DoorCases = {
  door: access,
  queriesOf: ({ database, secretBox, idsOf }) => ({
    findExpiringKeys: () =>
      access.findExpiringKeys(database, { orgId: ours, withinMs: 1e12, usedWithinMs: 1e12 }),
    createApiKey: () => access.createApiKey(database, { orgId: ours, scopes: ['signals:read'] }),
    listNewestApiKeys: () => access.listNewestApiKeys(database, { orgId: ours }, { limit: 100 }),
    listApiKeys: () => access.listApiKeys(database, { orgId: ours }),
    createSource: () => access.createSource(database, secretBox, sourceOf(ours)),
    listSources: () => access.listSources(database, ours),
    findSource: async ({ sourceId }) => [
      await access.findSource(database, { sourceId, orgId: ours }),
      await access.findSource(database, { sourceId: idsOf(theirs).sourceId, orgId: ours }),
    ],
    getSource: async ({ sourceId }) => [
      await access.getSource(database, { sourceId, orgId: ours }),
      await refusal(access.getSource(database, { sourceId: idsOf(theirs).sourceId, orgId: ours })),
    ],
    setSourceEnabled: async ({ sourceId }) => [
      await access.setSourceEnabled(database, { sourceId, orgId: ours, enabled: false }),
      await refusal(
        access.setSourceEnabled(database, { sourceId: idsOf(theirs).sourceId, orgId: ours, enabled: false }),
      ),
    ],
    editSource: async ({ sourceId }) => {
      const edited = { name: 'Edited', settings: {}, toleranceSeconds: 5, ratePerMinute: null }
      return [
        await access.editSource(database, { sourceId, orgId: ours, ...edited }),
        await refusal(
          access.editSource(database, { sourceId: idsOf(theirs).sourceId, orgId: ours, ...edited }),
        ),
      ]
    },
    rotateSourceSecret: async ({ sourceId }) => [
      await access.rotateSourceSecret(database, secretBox, {
        sourceId,
        orgId: ours,
        secret: 'whsec_other',
        overlapMs: 0,
      }),
      await refusal(
        access.rotateSourceSecret(database, secretBox, {
          sourceId: idsOf(theirs).sourceId,
          orgId: ours,
          secret: 'whsec_other',
          overlapMs: 0,
        }),
      ),
    ],
    groupRejections: () => access.groupRejections(database, { orgId: ours, nowMs: Date.now() }),
    listWorkspaceRejections: () => access.listWorkspaceRejections(database, { orgId: ours, limit: 100 }),
    loadWorkspaceSources: () => access.loadWorkspaceSources(database, secretBox, ours),
    listSourceSecrets: async ({ sourceId }) => [
      (await access.listSourceSecrets(database, { sourceId, orgId: ours })).secrets,
      (await access.listSourceSecrets(database, { sourceId: idsOf(theirs).sourceId, orgId: ours })).secrets,
    ],
    listSecretHours: async ({ sourceId }) => [
      await access.listSecretHours(database, { sourceId, orgId: ours }),
      await access.listSecretHours(database, { sourceId: idsOf(theirs).sourceId, orgId: ours }),
    ],
    endSourceSecret: async ({ sourceId }) => {
      const { secrets } = await access.listSourceSecrets(database, { sourceId: idsOf(theirs).sourceId })
      const secretId = secrets[0]?.secretId ?? ''
      return [
        await refusal(access.endSourceSecret(database, { sourceId, orgId: ours, secretId })),
        await refusal(
          access.endSourceSecret(database, { sourceId: idsOf(theirs).sourceId, orgId: ours, secretId }),
        ),
      ]
    },
    findWorkspace: () => access.findWorkspace(database, ours),
    findWorkspacesOf: async ({ sourceId }) => [
      await access.findWorkspacesOf(database, { noun: 'source', id: sourceId, orgIds: [ours] }),
      await access.findWorkspacesOf(database, { noun: 'source', id: idsOf(theirs).sourceId, orgIds: [ours] }),
    ],
    updateWorkspace: () => access.updateWorkspace(database, ours, { name: 'Renamed' }),
  }),
  others: {
    createWorkspace: 'makes one',
    listWorkspaces: 'operators only',
    findApiKey: 'a key identifies its workspace',
    recordApiKeyUse: 'by the key that was proved',
    revokeApiKey: 'operators only, by an id that is unique everywhere',
    hashApiSecret: 'pure',
    loadSources: 'the intake holds all sources',
    readRegistryVersion: 'one row for all',
    findNewestSecret: 'operators only, by an id that is unique everywhere',
    listRejections: 'operators only, by an id that is unique everywhere',
    pruneSourceCounts: 'by age alone',
    recordRejections: 'by the source that refused',
    recordSourceActivity: 'by the source that was proved',
    createRateLimiter: 'counters, by a bucket of the caller',
    claimIdempotencyKey: 'by the key that was proved',
    leaseIdempotencyKey: 'by the key that was proved',
    extendIdempotencyLease: 'by the key that was proved',
    releaseIdempotencyKey: 'by the key that was proved',
    rememberAnswer: 'by the key that was proved',
    pruneAnswers: 'by age alone',
  },
}
