import { walkDeals } from '@signalpost/database/records'
import { dealStages } from '@signalpost/domain'
import { createdCursorSchema } from '@signalpost/rest'
import { z } from 'zod'
import { readList } from '../answer/read-list.ts'
import { showDeals } from '../answer/show-records.ts'
import { defineTool, reads } from '../define-tool.ts'
import { accountKeyInput, flag, listInput, listOutput, userInput } from '../inputs.ts'

export const findDeals = defineTool({
  name: 'find_deals',
  title: 'Find deals',
  description:
    'Lists deals, the newest first, filtered by stage, openness, owner or company. Amounts are in minor units. For sums of the whole pipeline use export_pipeline.',
  scopes: ['pipeline:read'],
  hints: reads({ openWorld: false }),
  input: z.strictObject({
    stage: z.enum(dealStages).optional(),
    open: flag.optional(),
    ownerId: userInput.optional(),
    accountKey: accountKeyInput.optional(),
    ...listInput,
  }),
  output: listOutput,
  run: (services, { caller, input: { limit, cursor, ownerId: owner, ...given }, share }) => {
    const { database, cursors } = services
    const { orgId, personId } = caller
    const filters = { ...given, ownerId: owner === 'me' ? personId : owner }
    const scope = { route: 'mcp:find_deals', orgId, filters }
    return readList({
      ...{ limit, share, cursor },
      readPage: async (asked) => {
        const after =
          asked.cursor === undefined
            ? undefined
            : cursors.open(scope, asked.cursor, createdCursorSchema).after
        const { deals, reached } = await walkDeals(database, {
          orgId,
          filters,
          after,
          limit: asked.limit + 1,
        })
        const items = deals.slice(0, asked.limit)
        const last = deals.length > asked.limit ? items.at(-1) : reached
        const place = last && { createdAt: last.createdAt, id: last.id }
        return { items, nextCursor: place === undefined ? null : cursors.seal(scope, { after: place }) }
      },
      show: (deals) => showDeals(services, deals),
    })
  },
})
