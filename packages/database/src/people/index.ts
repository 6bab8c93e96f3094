export {
  createInvitation,
  getInvitation,
  type Invitation,
  listInvitations,
  lockInvitation,
  lockInvitationsOf,
  revokeInvitation,
  takeUpInvitation,
} from './invitations.ts'
export { findPeopleNames, type ListedPerson, listPeople } from './list-people.ts'
export { createLoginLink, endLoginLinks, takeLoginLink } from './login-links.ts'
export {
  findMembership,
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
  findFirstOperator,
  findPerson,
  findPersonByEmail,
  getPerson,
  lockOperators,
  makeOperator,
  type Person,
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
  type StoredSession,
} from './sessions.ts'
