import { listInvitationsRead, revokeInvitationAct } from '@signalpost/administration/person'
import type { z } from 'zod'
import { commandsOf, withParameters } from '../../command/commands-of.ts'
import { tableOf } from '../../terminal/table.ts'

const columns = {
  INVITATION: ({ invitationId }: Shown) => invitationId,
  EMAIL: ({ email }: Shown) => email,
  ROLE: ({ role }: Shown) => role,
  ENDS: ({ endsAt }: Shown) => endsAt,
  USED: ({ usedAt }: Shown) => usedAt,
  REVOKED: ({ revokedAt }: Shown) => revokedAt,
}

type Shown = z.output<typeof listInvitationsRead.output.schema>

export const invitationCommands = commandsOf([listInvitationsRead, revokeInvitationAct], {
  by: {
    'invitation.list': { columns, ...withParameters({}, () => ({ all: true })) },
    'invitation.revoke': {
      outcome: async ({ call }, { orgId, invitationId }) => {
        const all = await call(listInvitationsRead, { orgId, all: 'true' })
        const revoked = all.filter((one) => one.invitationId === invitationId)
        return { json: revoked[0], text: tableOf(columns, revoked) }
      },
    },
  },
})
