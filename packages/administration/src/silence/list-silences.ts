import { countSilenced } from '@signalpost/database/dispatches'
import { listSilencePage, listSilences, type StoredSilence } from '@signalpost/database/rules'
import { orgIdSchema } from '@signalpost/domain'
import { z } from 'zod'
import { definePages } from '../define-operation.ts'
import { silenceDocument } from './silence-document.ts'

const countedAtMost = 1_000

/** Only pages count the alerts. */
type ListedSilence = StoredSilence & { keptBack?: number }

export const listSilencesRead = definePages({
  name: 'silence.list',
  summary: "List a workspace's silences, including past ones, newest first.",
  demands: 'viewer',
  input: z.strictObject({ orgId: orgIdSchema }),
  http: { method: 'get', path: '/silences', errors: [] },
  output: {
    description: 'A page of silences, with the alerts that each kept back so far, counted up to 1,000.',
    schema: silenceDocument.schema.extend({ keptBack: z.int() }),
    of: ({ keptBack = 0, ...silence }: ListedSilence, services) => ({
      ...silenceDocument.of(silence, services),
      keptBack,
    }),
  },
  cursor: z.string(),
  read: async ({ services: { database }, input: { orgId } }): Promise<ListedSilence[]> =>
    listSilences(database, orgId),
  readPage: async ({ services: { database }, input: { orgId } }, page) => {
    const { items, nextAfter } = await listSilencePage(database, orgId, page)
    const kept = await countSilenced(database, {
      ...{ orgId, countedAtMost },
      silences: items.map(({ silenceId, conditions, createdAt, until, endedAt }) => ({
        ...{ silenceId, conditions, from: createdAt, to: endedAt ?? until },
      })),
    })
    const counted = items.map((item) => ({ ...item, keptBack: kept.get(item.silenceId) ?? 0 }))
    return { items: counted, nextAfter }
  },
})
