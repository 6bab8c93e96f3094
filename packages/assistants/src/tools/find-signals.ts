import { listSignalPage } from '@signalpost/administration/signal'
import { z } from 'zod'
import { readList } from '../answer/read-list.ts'
import { shortTexts, showSignals } from '../answer/show-signal.ts'
import { defineTool, reads } from '../define-tool.ts'
import { listInput, listOutput, wordsInput } from '../inputs.ts'
import { filtersOf, signalFilterInput } from './signal-filters.ts'

export const findSignals = defineTool({
  name: 'find_signals',
  title: 'Find signals',
  description:
    'Lists signals that match all filters, by score, then by time, the best first; query are words in the title or text. For one signal in full use get_signal, for numbers count_signals.',
  scopes: ['signals:read'],
  hints: reads({ openWorld: true }),
  input: z.strictObject({
    query: wordsInput.optional(),
    ...signalFilterInput,
    detail: z.enum(['short', 'long']).default('short'),
    ...listInput,
  }),
  output: listOutput,
  run: (services, { caller, input: { query, detail, limit, cursor, ...given }, share }) => {
    const filters = { ...filtersOf(given, caller), words: query }
    const scope = { route: 'mcp:find_signals', orgId: caller.orgId, filters }
    return readList({
      ...{ limit, share, cursor },
      readPage: (asked) => listSignalPage(services, { scope, filters, ...asked }),
      show: (signals) =>
        showSignals(services, signals, detail === 'short' ? shortTexts : { excerpt: 2_000, derived: 1_000 }),
    })
  },
})
