import {
  disablePersonAct,
  enablePersonAct,
  endPersonAct,
  endPersonSessionsAct,
  freeAddressAct,
  personOperations,
} from '@signalpost/administration/person'
import { idSchema } from '@signalpost/domain'
import { commandsOf } from '../../command/commands-of.ts'
import { defineCommand } from '../../command/define-command.ts'
import { optional, required } from '../../parameters/parameter.ts'
import { localOnly } from '../../remote/remote-error.ts'
import { record } from '../../terminal/table.ts'
import { findOwnSessions } from './own-sessions.ts'

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
      parameters: { personId: required('<id>', 'the disabled person', idSchema) },
      outcome: (_context, freed) => ({
        json: freed,
        text: record({ person: freed.personId, email: freed.email ?? 'none' }),
      }),
    },
  },
})

export const personEndSessions = defineCommand({
  path: 'person end-sessions',
  summary: `${endPersonSessionsAct.summary} Everyone may log themselves out.`,
  access: endPersonSessionsAct,
  parameters: {
    personId: required('<id>', 'the person', idSchema),
    session: optional('--session <id>', 'end only this session', idSchema),
  },
  run: async ({ perform, remote }, { personId, session }) => {
    const own = await findOwnSessions(remote, personId)
    if (own !== undefined) {
      const ended = await own.end(session)
      return { json: { personId, ended }, text: describeEnd(personId, ended) }
    }
    if (remote !== undefined && session !== undefined) {
      throw localOnly('person end-sessions --session for someone else')
    }
    const ended = await perform(endPersonSessionsAct, { personId, sessionId: session }, personOperations)
    // A console says how many alone.
    const count = typeof ended.ended === 'number' ? ended.ended : ended.ended.length
    return { json: ended, text: describeEnd(personId, count) }
  },
})

function describeEnd(personId: string, count: number): string {
  return record({ person: personId, 'sessions ended': count })
}
