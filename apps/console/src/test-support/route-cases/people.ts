import type { RouteCases } from './route-case.ts'

export const peopleRoutes: RouteCases = async ({ console, orgId }) => {
  const inWorkspace = { params: { orgId } }
  const ofPerson = { params: { orgId, id: await console.addPerson({ [orgId]: 'member' }) } }
  return {
    listPeople: inWorkspace,
    getPerson: ofPerson,
    listPersonSessions: ofPerson,
  }
}
