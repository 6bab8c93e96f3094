import { disablePersonAct, enablePersonAct } from '@signalpost/administration/person'
import type { Person } from '@signalpost/database/people'
import { defineSwitch } from '../../command/define-switch.ts'
import { record } from '../../terminal/table.ts'

const person = {
  noun: 'person',
  inputOf: ({ id, orgId }: { id: string; orgId: string | undefined }) => ({ personId: id, orgId }),
  describe: ({ personId, email, disabledAt }: Person) =>
    record({ person: personId, email, disabled: disabledAt ?? 'no' }),
}

export const personDisable = defineSwitch({
  ...person,
  verb: 'disable',
  summary: 'Disable a person in the whole installation. Their sessions end within 5 s.',
  act: disablePersonAct,
})

export const personEnable = defineSwitch({
  ...person,
  verb: 'enable',
  summary: 'Enable a disabled person, with the roles they had.',
  act: enablePersonAct,
})
