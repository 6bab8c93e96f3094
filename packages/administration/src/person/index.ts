import { listInvitationsRead, revokeInvitationAct } from '../invitation/invitations.ts'
import { editPersonAct, setRoleChoice } from './edit-person.ts'
import { endPersonAct } from './end-person.ts'
import { invitePersonAct } from './invite-person.ts'
import { getPersonRead, listPeopleRead } from './read-people.ts'
import { endPersonSessionsAct, logOutPersonChoice } from './sessions/end-sessions.ts'
import { listPersonSessionsRead } from './sessions/read-sessions.ts'
import { setOperatorAct } from './set-operator.ts'
import { disablePersonAct, enablePersonAct, freeAddressAct } from './switch-person.ts'

export { opensInvitations, type PersonActServices } from './person-services.ts'
export { listMembersLookup } from './read-people.ts'
export { renameOneselfAct } from './rename-person.ts'
export { endOtherSessionsAct, endSessionAct } from './sessions/end-sessions.ts'
export { describeLogin, loginSchema } from './sessions/login-document.ts'
export { listPersonSessionsRead, listSessionsLookup } from './sessions/read-sessions.ts'
export {
  disablePersonAct,
  editPersonAct,
  enablePersonAct,
  endPersonAct,
  endPersonSessionsAct,
  freeAddressAct,
  invitePersonAct,
  listInvitationsRead,
  listPeopleRead,
  revokeInvitationAct,
  setOperatorAct,
}

export const personOperations = [
  ...[listPeopleRead, getPersonRead, listPersonSessionsRead],
  listInvitationsRead,
  ...[invitePersonAct, revokeInvitationAct, editPersonAct, setRoleChoice, endPersonAct],
  ...[disablePersonAct, enablePersonAct, setOperatorAct, freeAddressAct],
  ...[endPersonSessionsAct, logOutPersonChoice],
] as const
