import { listInvitationsRead, revokeInvitationAct } from '@signalpost/administration/person'
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

type Moment = Date | string
type Shown = {
  invitationId: string
  email: string
  role: string
  endsAt: Moment
  usedAt: Moment | null
  revokedAt: Moment | null
}

export const invitationCommands = commandsOf([listInvitationsRead, revokeInvitationAct], {
  text: (invitation) => tableOf(columns, [invitation]),
  by: { 'invitation.list': { columns, ...withParameters({}, () => ({ all: true })) } },
})
