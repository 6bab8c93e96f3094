import { revokeInvitationAct } from '@signalpost/administration/person'
import { commandsOf } from '../../command/commands-of.ts'
import { describeInvitations } from './list.ts'

export const invitationRevoke = commandsOf([revokeInvitationAct], {
  text: (invitation) => describeInvitations([invitation]),
  by: {},
})
