import { disablePersonAct, enablePersonAct, endPersonAct } from '@signalpost/administration/person'
import { commandsOf } from '../../command/commands-of.ts'
import { record } from '../../terminal/table.ts'

export const personCommands = commandsOf([endPersonAct, disablePersonAct, enablePersonAct], {
  text: ({ personId, email, disabledAt }) =>
    record({ person: personId, email, disabled: disabledAt ?? 'no' }),
  by: {
    'person.end': {
      outcome: (_context, ended) => ({
        json: ended,
        text: record({ person: ended.personId, 'left workspace': ended.orgId }),
      }),
    },
  },
})
