import { invitePersonAct } from '@signalpost/administration/person'
import type { PageCase } from './page-case.ts'

export const peoplePages: PageCase = async ({ console, orgId, hostile }) => {
  const personId = await console.addPerson({ [orgId]: 'member' })
  await console.pool.query('update people set name = $2 where person_id = $1', [personId, hostile])
  await console.logIn(personId)
  await console.perform(invitePersonAct, { orgId, email: 'ada@example.com', role: 'viewer' })
  return [
    ['People', `/w/${orgId}/people`],
    [hostile, `/w/${orgId}/people/${personId}`],
  ]
}
