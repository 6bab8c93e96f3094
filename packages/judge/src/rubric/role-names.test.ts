import { expect, test } from 'vitest'
import { fieldsOfRole, namesOfRole } from './role-names.ts'

test.for([
  ['Compliance Manager', ['compliance officer', 'head of compliance', 'vp of compliance']],
  ['Head of People', ['director of people', 'chief people officer']],
  ['Chief Technology Officer', ['cto', 'vp of technology']],
  ['CTO', ['chief technology officer']],
  [
    'Site Reliability Engineer',
    ['sre', 'site reliability architect', 'devops lead', 'infrastructure engineer'],
  ],
  ['Data Engineer', ['data engineering manager', 'head of data engineering']],
  ['Information Security Officer', ['security engineer', 'cybersecurity analyst', 'head of security']],
  ['HR Manager', ['people partner', 'human resources coordinator']],
  ['Head of Recruiting', ['director of talent acquisition']],
] as const)('"%s" has other names', ([role, others]) => {
  const names = namesOfRole(role)
  expect(names[0]).toBe(role)
  expect(names).toEqual(expect.arrayContaining([...others]))
})

test('a role of one word, and one whose last word says more than a rank, has no other name', () => {
  expect(namesOfRole('Owner')).toEqual(['Owner'])
  expect(namesOfRole('Business Owner')).toEqual(['Business Owner'])
  expect(namesOfRole('Manager')).toEqual(['Manager'])
})

test('ads list the field of an engineer alone; those of others are industries, too', () => {
  expect(fieldsOfRole('DevOps Engineer')).toEqual(expect.arrayContaining(['devops', 'platform engineering']))
  expect(fieldsOfRole('Information Security Officer')).toEqual([])
  expect(fieldsOfRole('Engineer')).toEqual([])
})
