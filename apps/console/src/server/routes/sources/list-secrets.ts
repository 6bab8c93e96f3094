import { listJudgedSecrets, rotationStepsOf } from '@signalpost/administration/source'
import { listSecretHours } from '@signalpost/database/access'
import { cutPage, shortPageQuery } from '@signalpost/rest'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { recordParams } from '../workspace-params.ts'

const byPeriod = z.object({ '1h': z.number(), '24h': z.number() })
const steps = ['made', 'handed_over', 'first_use', 'below_one_percent', 'silent', 'revoked'] as const

export const listSecrets = defineRoute({
  operationId: 'listSecrets',
  method: 'get',
  path: '/console/api/w/{orgId}/sources/{id}/secrets',
  role: 'viewer',
  summary: 'See which secrets of a source are in use, and which are safe to revoke',
  params: recordParams,
  query: z.object(shortPageQuery),
  success: {
    status: 200,
    description: 'The secrets without their text, the newest first, and how far a rotation has come.',
    schema: z.object({
      items: z.array(
        z.object({
          secretId: z.string(),
          createdAt: z.iso.datetime(),
          endsAt: z.iso.datetime().nullable(),
          lastUsedAt: z.iso.datetime().nullable(),
          share: byPeriod.meta({ description: "Of the source's verified requests, from 0 to 1." }),
          uses: byPeriod.meta({ description: 'How many requests that is.' }),
          verdict: z.enum(['only', 'in_use', 'fading', 'safe_to_revoke', 'ended']),
          words: z.string().meta({ description: 'The verdict in words.' }),
        }),
      ),
      hours: z
        .array(z.object({ secretId: z.string(), hour: z.iso.datetime(), uses: z.int() }))
        .meta({ description: 'Requests that each secret verified, by hour, in the last 48 hours.' }),
      steps: z
        .array(z.object({ step: z.enum(steps), isDone: z.boolean() }))
        .meta({ description: 'Of a rotation; empty for a source that has had one secret only.' }),
      nextCursor: z.string().nullable(),
    }),
  },
  errors: ['not_found'],
  handle: async ({ database, cursors }, { params: { orgId, id: sourceId }, query }) => {
    const [secrets, hours] = await Promise.all([
      listJudgedSecrets(database, { orgId, sourceId }),
      listSecretHours(database, { orgId, sourceId }),
    ])
    const items = secrets.map(({ createdAt, endsAt, lastUsedAt, ...secret }) => ({
      ...secret,
      createdAt: createdAt.toISOString(),
      endsAt: endsAt?.toISOString() ?? null,
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    }))
    return {
      ...cutPage(items, {
        ...{ query, cursors, idOf: ({ secretId }) => secretId },
        scope: { route: 'listSecrets', orgId, filters: { sourceId } },
      }),
      hours: hours.map(({ hour, ...used }) => ({ ...used, hour: hour.toISOString() })),
      steps: rotationStepsOf(secrets),
    }
  },
})
