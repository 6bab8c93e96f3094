import { countSilenced } from '@signalpost/database/dispatches'
import { listSilencePage } from '@signalpost/database/rules'
import { pageOf, pageQuery } from '@signalpost/rest'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { workspaceParams } from '../workspace-params.ts'
import { describeSilence, silenceSchema } from './silence-schema.ts'

const countedAtMost = 1_000
const cursorSchema = z.object({ after: z.string() })

export const listSilences = defineRoute({
  operationId: 'listSilences',
  method: 'get',
  path: '/console/api/w/{orgId}/silences',
  role: 'viewer',
  summary: 'Browse silences, also past ones, the newest first',
  params: workspaceParams,
  query: z.object(pageQuery),
  success: {
    status: 200,
    description: 'A page of silences, with the alerts that each kept back so far, counted up to 1,000.',
    schema: pageOf(silenceSchema.extend({ keptBack: z.int() })),
  },
  errors: [],
  handle: async ({ database, cursors, nowMs }, { params: { orgId }, query: { limit, cursor } }) => {
    const scope = { route: 'listSilences', orgId, filters: {} }
    const after = cursor === undefined ? undefined : cursors.open(scope, cursor, cursorSchema).after
    const { items, nextAfter } = await listSilencePage(database, orgId, { limit, after })
    const now = nowMs()
    const kept = await countSilenced(database, {
      ...{ orgId, countedAtMost },
      silences: items.map(({ silenceId, conditions, createdAt, until, endedAt }) => ({
        ...{ silenceId, conditions, from: createdAt, to: endedAt ?? until },
      })),
    })
    return {
      items: items.map((silence) => ({
        ...describeSilence(silence, now),
        keptBack: kept.get(silence.silenceId) ?? 0,
      })),
      nextCursor: nextAfter === undefined ? null : cursors.seal(scope, { after: nextAfter }),
    }
  },
})
