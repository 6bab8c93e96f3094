import { readAccounts } from '@signalpost/administration/account'
import { demandAccountIntelligence } from '@signalpost/administration/workspace'
import { accountKeySchema, freeText } from '@signalpost/domain'
import { z } from 'zod'
import { readList } from '../answer/read-list.ts'
import { showAccounts } from '../answer/show-records.ts'
import { defineTool, reads } from '../define-tool.ts'
import { listInput, listOutput, userInput, wordsInput } from '../inputs.ts'

const cursorSchema = z.object({ after: accountKeySchema })

export const findAccounts = defineTool({
  name: 'find_accounts',
  title: 'Find accounts',
  description:
    'Lists companies with signals by accountKey, filtered by words of the name, the assigned user or the region. It does not show their signals: for one company use get_account.',
  scopes: ['accounts:read'],
  hints: reads({ openWorld: true }),
  input: z.strictObject({
    name: wordsInput.optional(),
    assignedTo: userInput.optional(),
    region: freeText({ min: 1, max: 200 }).optional(),
    ...listInput,
  }),
  output: listOutput,
  run: async (services, { caller, input: { limit, cursor, name, assignedTo: user, region }, share }) => {
    const { database, cursors } = services
    const { orgId } = caller
    await demandAccountIntelligence(database, orgId)
    const assignedTo = user === 'me' ? caller.personId : user
    const filters = { assignedTo, region }
    const scope = { route: 'mcp:find_accounts', orgId, filters: { ...filters, name } }
    return readList({
      ...{ limit, share, cursor },
      readPage: async (asked) => {
        const after =
          asked.cursor === undefined ? undefined : cursors.open(scope, asked.cursor, cursorSchema).after
        const query = { orgId, words: name, filters }
        const { items, nextAfter } = await readAccounts(services, query, { limit: asked.limit, after })
        return {
          items,
          nextCursor: nextAfter === undefined ? null : cursors.seal(scope, { after: nextAfter }),
        }
      },
      show: (accounts) => showAccounts(services, orgId, accounts),
    })
  },
})
