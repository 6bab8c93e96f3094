import { listListeners } from '@signalpost/database/records'
import { listenerModes } from '@signalpost/domain'
import { createdCursorSchema, readPage } from '@signalpost/rest'
import { z } from 'zod'
import { readList } from '../answer/read-list.ts'
import { showListener } from '../answer/show-records.ts'
import { defineTool, reads } from '../define-tool.ts'
import { listInput, listOutput } from '../inputs.ts'

export const findListeners = defineTool({
  name: 'find_listeners',
  title: 'Find listeners',
  description:
    'Lists what the workspace listens for, the newest first, with how many signals each has found. For keywords, queries and the state of one use get_listener.',
  scopes: ['listeners:read'],
  hints: reads({ openWorld: false }),
  input: z.strictObject({ mode: z.enum(listenerModes).optional(), ...listInput }),
  output: listOutput,
  run: ({ database, cursors, consoleUrl }, { caller: { orgId }, input: { limit, cursor, mode }, share }) => {
    const scope = { route: 'mcp:find_listeners', orgId, filters: { mode } }
    return readList({
      ...{ limit, share, cursor },
      readPage: (asked) => {
        const after =
          asked.cursor === undefined
            ? undefined
            : cursors.open(scope, asked.cursor, createdCursorSchema).after
        return readPage({
          limit: asked.limit,
          list: async (most) => ({
            items: await listListeners(database, { orgId, mode, after, limit: most }),
          }),
          sealAfter: ({ createdAt, id }) => cursors.seal(scope, { after: { createdAt, id } }),
        })
      },
      show: async (listeners) => listeners.map((listener) => showListener(consoleUrl, listener)),
    })
  },
})
