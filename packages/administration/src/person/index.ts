import { listInvitationsRead } from '../invitation/list-invitations.ts'
import { revokeInvitationAct } from '../invitation/revoke-invitation.ts'
import { editPersonAct, setRoleChoice } from './edit-person.ts'
import { endPersonAct } from './end-person.ts'
import { endPersonSessionsAct, logOutPersonChoice } from './end-sessions.ts'
import { freeAddressAct } from './free-address.ts'
import { invitePersonAct } from './invite-person.ts'
import { setOperatorAct } from './set-operator.ts'
import { disablePersonAct, enablePersonAct } from './switch-person.ts'

export { checkSessionsOf, endOtherSessionsAct, endSessionAct } from './end-sessions.ts'
export { opensInvitations, type PersonActServices } from './person-services.ts'
export { listMembersLookup, listSessionsLookup } from './read-people.ts'
export { renameOneselfAct } from './rename-person.ts'
export {
  disablePersonAct,
  editPersonAct,
  enablePersonAct,
  endPersonAct,
  endPersonSessionsAct,
  freeAddressAct,
  invitePersonAct,
  listInvitationsRead,
  revokeInvitationAct,
  setOperatorAct,
}

export const personOperations = [
  listInvitationsRead,
  ...[invitePersonAct, revokeInvitationAct, editPersonAct, setRoleChoice, endPersonAct],
  ...[disablePersonAct, enablePersonAct, setOperatorAct, freeAddressAct],
  ...[endPersonSessionsAct, logOutPersonChoice],
] as const
