import {
  disablePersonAct,
  enablePersonAct,
  endPersonAct,
  endPersonSessionsAct,
  freeAddressAct,
  personOperations,
} from '@signalpost/administration/person'
import { commandsOf } from '../../command/commands-of.ts'
import { defineCommand } from '../../command/define-command.ts'
import { optional, required } from '../../parameters/parameter.ts'
import { record } from '../../terminal/table.ts'

export const personCommands = commandsOf([endPersonAct, disablePersonAct, enablePersonAct, freeAddressAct], {
  text: ({ personId, email, disabledAt }) =>
    record({ person: personId, email, disabled: disabledAt ?? 'no' }),
  by: {
    'person.end': {
      outcome: (_context, ended) => ({
        json: ended,
        text: record({ person: ended.personId, 'left workspace': ended.orgId }),
      }),
    },
    'person.free_address': {
      parameters: { personId: required('<id>', 'the disabled person') },
      outcome: (_context, freed) => ({
        json: freed,
        text: record({ person: freed.personId, email: freed.email ?? 'none' }),
      }),
    },
  },
})

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
