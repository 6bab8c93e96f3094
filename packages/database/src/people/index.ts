export * from './device-logins.ts'
export { endAllAccess } from './end-all-access.ts'
export { findTeam, findTeamNames, type Teammate } from './find-team.ts'
export {
  createInvitation,
  findInvitation,
  getInvitation,
  type Invitation,
  listInvitations,
  lockInvitation,
  lockInvitationsOf,
  revokeInvitation,
  revokeInvitationsAround,
  takeUpInvitation,
} from './invitations.ts'
export { findPeopleNames, findUserNames, type ListedPerson, listPeople } from './list-people.ts'
export { createLoginLink, endLoginLinks, findLoginLink, takeLoginLink } from './login-links.ts'
export {
  findMembership,
  isAdminOfAllWorkspacesOf,
  joinWorkspaces,
  listMembers,
  listMemberships,
  lockAdmins,
  type Member,
  type MemberRole,
  type Membership,
  removeMembership,
  setMembership,
} from './memberships.ts'
export {
  createPerson,
  findDisabledHolder,
  findFirstOperator,
  findPerson,
  findPersonByEmail,
  freeAddress,
  getPerson,
  lockOperators,
  lockUnprovenPeople,
  type Person,
  proveAddress,
  setOperator,
  setPersonDisabled,
  setPersonName,
} from './people.ts'
export { addPersonLogin, hasLoginAt, lockPersonLogin, type PersonLogin } from './person-logins.ts'
export {
  createSession,
  endSessions,
  findSession,
  type ListedSession,
  listSessions,
  recordSessionUse,
  renewSession,
  renewSessionsOf,
  type SessionKind,
  type StoredSession,
} from './sessions.ts'
