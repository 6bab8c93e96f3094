import * as door from '../../people/index.ts'
import type { DoorCases } from '../door-cases.ts'
import { refusal } from '../refusal.ts'
import { invitationOf, ours, theirs } from '../same-records.ts'

export const peopleCases: DoorCases = {
  door,
  queriesOf: ({ database, inTransaction, idsOf }) => ({
    listPeople: () =>
      door.listPeople(database, { orgId: ours }, { limit: 100, nowMs: 0, usedSinceMs: 0, createdSinceMs: 0 }),
    listMembers: () => door.listMembers(database, { orgId: ours }),
    findTeam: () => door.findTeam(database, { orgId: ours, limit: 100 }),
    findTeamNames: async ({ personId }) => [
      ...(await door.findTeamNames(database, { orgId: ours, personIds: [personId, idsOf(theirs).personId] })),
    ],
    findUserNames: async ({ personId }) => [
      ...(await door.findUserNames(database, { orgId: ours, userIds: [personId, idsOf(theirs).personId] })),
    ],
    findMembership: async ({ personId }) => [
      await door.findMembership(database, { orgId: ours, personId }),
      await door.findMembership(database, { orgId: ours, personId: idsOf(theirs).personId }),
    ],
    setMembership: ({ personId }) =>
      inTransaction((transaction) =>
        door.setMembership(transaction, { orgId: ours, personId, role: 'viewer', nowMs: 0 }),
      ),
    removeMembership: () =>
      inTransaction((transaction) =>
        door.removeMembership(transaction, { orgId: ours, personId: idsOf(theirs).personId }),
      ),
    lockAdmins: () => inTransaction((transaction) => door.lockAdmins(transaction, { orgId: ours })),
    createInvitation: () =>
      inTransaction((transaction) => door.createInvitation(transaction, invitationOf(ours, 'again'))),
    listInvitations: () => door.listInvitations(database, { orgId: ours }),
    getInvitation: async ({ invitationId }) => [
      await door.getInvitation(database, { invitationId, orgId: ours }),
      await refusal(door.getInvitation(database, { invitationId: idsOf(theirs).invitationId, orgId: ours })),
    ],
  }),
  others: {
    revokeInvitation: 'by an invitation that was found for a workspace',
    revokeInvitationsAround: 'by a person, for acts that check the workspace',
    findInvitation: 'by the token of an invitation',
    lockInvitation: 'by the token of an invitation',
    lockInvitationsOf: 'by an address that was proved',
    takeUpInvitation: 'by a locked invitation',
    listMemberships: 'by a person, for acts on the person',
    joinWorkspaces: 'for a domain that the operator lets into every workspace',
    findPeopleNames: 'by people whom an entry of the workspace names',
    setPersonName: 'by a person, who is called the same in every workspace',
    createLoginLink: 'by a person',
    findLoginLink: 'by the token of a link',
    takeLoginLink: 'by the token of a link',
    endLoginLinks: 'by a person',
    createDeviceLogin: 'before a login',
    pruneDeviceLogins: 'removes what is over in the whole installation',
    findDeviceLogin: 'by the code that a person types',
    decideDeviceLogin: 'by the code that a person types',
    lockDeviceLogin: 'by the code of a command line',
    recordDevicePoll: 'by the code of a command line',
    takeDeviceLogin: 'by the code of a command line',
    isAdminOfAllWorkspacesOf: 'before an act on the sessions of a person',
    findDisabledHolder: 'before a login',
    lockUnprovenPeople: 'before a login, in the workspaces that invited the address',
    proveAddress: 'by a person who proved it',
    freeAddress: 'operators only',
    createPerson: 'a person belongs to the installation',
    findPerson: 'by a person, for acts that check the workspace',
    getPerson: 'by a person, for acts that check the workspace',
    findPersonByEmail: 'before a login',
    findFirstOperator: 'operators only',
    lockOperators: 'operators only',
    setPersonDisabled: 'operators only',
    setOperator: 'by an operator, or by an invitation that an operator made',
    addPersonLogin: 'by a person who was admitted',
    hasLoginAt: 'before a login',
    lockPersonLogin: 'before a login',
    createSession: 'by a person who logged in',
    findSession: 'by the token of a session',
    renewSession: 'by the token of a session',
    renewSessionsOf: 'by a person, for acts that check the workspace',
    recordSessionUse: 'by a session that was found',
    listSessions: 'by a person, for acts that check the workspace',
    endSessions: 'by a person, for acts that check the workspace',
    endAllAccess: 'operators only',
  },
}
