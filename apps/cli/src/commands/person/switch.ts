import { disablePersonAct, enablePersonAct } from '@signalpost/administration/person'
import { commandsOf } from '../../command/commands-of.ts'
import { record } from '../../terminal/table.ts'

export const personSwitches = commandsOf([disablePersonAct, enablePersonAct], {
  text: ({ personId, email, disabledAt }) =>
    record({ person: personId, email, disabled: disabledAt ?? 'no' }),
  by: {},
})
