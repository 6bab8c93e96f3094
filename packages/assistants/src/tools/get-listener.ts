import { findListener } from '@signalpost/database/records'
import { findLiveScheduler } from '@signalpost/database/searching'
import { RejectedError } from '@signalpost/domain'
import { z } from 'zod'
import { showListenerInFull } from '../answer/show-records.ts'
import { defineTool, reads } from '../define-tool.ts'
import { idInput, recordOutput } from '../inputs.ts'

const mostTexts = { short: 20, long: 200 }

export const getListener = defineTool({
  name: 'get_listener',
  title: 'Get a listener',
  description:
    'Shows one listener with its keywords, exclusions, queries, profile and the state of its scheduler. It does not show what it found: for that use find_signals.',
  scopes: ['listeners:read'],
  hints: reads({ openWorld: false }),
  input: z.strictObject({ id: idInput, detail: z.enum(['short', 'long']).default('short') }),
  output: recordOutput,
  run: async ({ database, consoleUrl }, { caller: { orgId }, input: { id, detail }, share }) => {
    const reference = { orgId, listenerId: id }
    const listener = await findListener(database, reference)
    if (listener === undefined) throw new RejectedError('not_found', 'There is no such listener.')
    const scheduler = (await findLiveScheduler(database, reference)) ?? listener.scheduler
    return showListenerInFull(consoleUrl, { ...listener, scheduler }, Math.ceil(mostTexts[detail] * share))
  },
})
