import { endPersonSessionsAct, personOperations } from '@signalpost/administration/person'
import { defineCommand } from '../../command/define-command.ts'
import { optional, required } from '../../parameters/parameter.ts'
import { record } from '../../terminal/table.ts'

export const personEndSessions = defineCommand({
  path: 'person end-sessions',
  summary: endPersonSessionsAct.summary,
  parameters: {
    personId: required('<id>', 'the person'),
    session: optional('--session <id>', 'end only this session'),
  },
  run: async ({ perform }, { personId, session }) => {
    const ended = await perform(endPersonSessionsAct, { personId, sessionId: session }, personOperations)
    // A console says how many alone.
    const count = typeof ended.ended === 'number' ? ended.ended : ended.ended.length
    return { json: ended, text: record({ person: personId, 'sessions ended': count }) }
  },
})
