import { invitePersonAct } from '@signalpost/administration/person'
import type { RouteCases } from './route-case.ts'

export const peopleRoutes: RouteCases = async ({ console, orgId }) => {
  const inWorkspace = { params: { orgId } }
  const edited = { params: { orgId, id: await console.addPerson({ [orgId]: 'member' }) } }
  const ended = { params: { orgId, id: await console.addPerson({ [orgId]: 'member' }) } }
  const invitation = await console.perform(invitePersonAct, {
    orgId,
    email: 'ada@example.com',
    role: 'viewer',
  })
  return {
    listPeople: inWorkspace,
    getPerson: edited,
    editPerson: { ...edited, body: { role: 'viewer' } },
    endPerson: ended,
    listPersonSessions: edited,
    endPersonSessions: edited,
    invitePerson: { ...inWorkspace, body: { email: 'grace@example.com', role: 'member' } },
    listInvitations: inWorkspace,
    revokeInvitation: { params: { orgId, id: invitation.invitationId } },
  }
}
