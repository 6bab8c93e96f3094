import { listSignalPage } from '@signalpost/administration/signal'
import { z } from 'zod'
import { quoteOptional } from '../../answer/show-signal.ts'
import { consoleAddress, plainId } from '../../answer/texts.ts'
import { defineTool, reads } from '../../define-tool.ts'
import { wordsInput } from '../../inputs.ts'

const mostFound = 20

export const search = defineTool({
  name: 'search',
  title: 'Search signals',
  description:
    'Finds the best signals of the last 30 days with all words of the query in their title or text. For one in full use fetch.',
  scopes: ['signals:read'],
  hints: reads({ openWorld: true }),
  input: z.strictObject({ query: wordsInput }),
  output: z.object({ results: z.array(z.looseObject({})).optional() }),
  run: async (services, { caller: { orgId }, input: { query }, share }) => {
    const filters = { words: query }
    const scope = { route: 'mcp:search', orgId, filters }
    const limit = Math.ceil(mostFound * share)
    const { items } = await listSignalPage(services, { scope, filters, limit })
    return {
      results: items.map((signal) => ({
        id: plainId(signal.id),
        url: consoleAddress(services.consoleUrl, orgId, 'signals', signal.id),
        quoted: { title: quoteOptional(signal.title)?.text },
      })),
    }
  },
})
