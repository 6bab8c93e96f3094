import { RejectedError } from '@signalpost/domain'
import { z } from 'zod'
import { showSignals } from '../../answer/show-signal.ts'
import { defineTool, reads } from '../../define-tool.ts'
import { idInput, recordOutput } from '../../inputs.ts'

const mostOfText = 12_000

export const fetch = defineTool({
  name: 'fetch',
  title: 'Fetch a signal',
  description: 'Shows one signal with up to 12,000 characters of its text. It does not open the post itself.',
  scopes: ['signals:read'],
  hints: reads({ openWorld: true }),
  input: z.strictObject({ id: idInput }),
  output: recordOutput,
  run: async (services, { caller: { orgId }, input: { id }, share }) => {
    const signal = await services.readSignal({ orgId, signalId: id })
    if (signal === undefined) throw new RejectedError('not_found', 'There is no such signal.')
    const size = { excerpt: Math.ceil(mostOfText * share), derived: Math.ceil(1_000 * share) }
    const [record] = await showSignals(services, [signal], size)
    if (record === undefined) throw new Error('A signal that was found is not shown.')
    return { ...record, url: record.consoleUrl }
  },
})
