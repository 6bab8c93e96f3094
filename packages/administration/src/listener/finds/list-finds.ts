import { findListener } from '@signalpost/database/records'
import { type ListedFind, listFinds } from '@signalpost/database/searching'
import { type Component, type FindFeatures, learnedDemand, scoreBy } from '@signalpost/judge'
import { pageOf } from '@signalpost/rest'
import { readLearned } from '@signalpost/searching'
import { z } from 'zod'
import { defineDocument } from '../../define-operation.ts'
import { listenerReference } from '../listener-document.ts'
import { missingListener } from '../owned-listener.ts'

const shownAtMost = 50

/** Shows beside a find what verdicts say of it now. Its own score and outcome stay what they were. */
export const listFindsRead = defineDocument({
  name: 'listener.finds',
  summary: 'See the last items that a listener met, kept or not, and why.',
  demands: 'viewer',
  input: listenerReference,
  http: {
    ...{ method: 'get', path: '/listeners/{id}/finds', errors: ['not_found'] },
    operationId: 'listFinds',
  },
  read: async ({ services, input: reference }) => {
    if ((await findListener(services.database, reference)) === undefined) throw missingListener()
    const { weights } = await readLearned(services, reference)
    const finds = await listFinds(services.database, { ...reference, limit: shownAtMost })
    return finds.map(({ components, features, ...find }) => {
      if (components === null || features === null) return { ...find, scoreNow: null, demandNow: 0 }
      // The casts: the judge made both.
      const { keywords } = features as FindFeatures
      const scoreNow = scoreBy(weights, { components: components as Component[], keywords })
      return { ...find, scoreNow, demandNow: learnedDemand(weights, keywords) }
    })
  },
  output: {
    description: 'The last 50, the newest first.',
    schema: pageOf(
      z.object({
        signalId: z.string(),
        platform: z.string(),
        title: z.string().nullable().meta({ description: 'Null where it became no signal.' }),
        state: z.string(),
        reason: z.string().nullable(),
        score: z.number().nullable(),
        scoreNow: z
          .number()
          .nullable()
          .meta({ description: 'Its score by all verdicts given until now; null where none is stored.' }),
        demandNow: z.number().meta({ description: 'By how much its bar is higher by these verdicts.' }),
        firstSeenAt: z.iso.datetime(),
      }),
    ),
    of: (finds: JudgedFind[]) => ({
      items: finds.map(({ firstSeenAt, ...find }) => ({ ...find, firstSeenAt: firstSeenAt.toISOString() })),
      nextCursor: null,
    }),
  },
})

type JudgedFind = Omit<ListedFind, 'components' | 'features'> & { scoreNow: number | null; demandNow: number }
