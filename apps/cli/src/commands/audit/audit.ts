import { auditOperations } from '@signalpost/administration/audit'
import { commandsOf } from '../../command/commands-of.ts'

export const auditCommands = commandsOf(auditOperations, {
  by: {
    'audit.list': {
      columns: {
        AT: ({ at }) => at,
        WORKSPACE: ({ orgId }) => orgId,
        ACT: ({ act, refusal }) => (refusal === null ? act : `${act} (refused)`),
        BY: ({ actor: { kind, id }, via }) => `${kind} ${id}${via === null ? '' : ` (${via})`}`,
        TARGET: ({ target }) => `${target.type} ${target.id}`,
      },
    },
  },
})
