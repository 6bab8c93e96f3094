import { freeAddressAct } from '@signalpost/administration/person'
import { defineCommand } from '../../command/define-command.ts'
import { required } from '../../parameters/parameter.ts'
import { record } from '../../terminal/table.ts'

export const personFreeAddress = defineCommand({
  path: 'person free-address',
  summary: freeAddressAct.summary,
  parameters: { personId: required('<id>', 'the disabled person') },
  run: async ({ perform }, { personId }) => {
    const freed = await perform(freeAddressAct, { personId })
    return { json: freed, text: record({ person: personId, email: freed.email ?? 'none' }) }
  },
})
