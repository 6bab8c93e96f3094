import { expect, test } from 'vitest'
import { namesOfRole } from './role-names.ts'

test.for([
  ['Compliance Manager', ['compliance officer', 'head of compliance', 'vp of compliance']],
  ['Head of People', ['director of people', 'chief people officer']],
  ['Chief Technology Officer', ['cto', 'vp of technology']],
  ['CTO', ['chief technology officer']],
  ['Site Reliability Engineer', ['sre', 'site reliability architect']],
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
