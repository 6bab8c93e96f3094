import { expect, test } from 'vitest'
import { explainStoreFault } from './explain-store-fault.ts'

test.each([
  ['28P01', 'the database refuses the password (28P01)'],
  ['XX000', 'the database does not answer'],
  ['constructor', 'the database does not answer'],
])('explains the code %s', (code, message) => {
  expect(explainStoreFault(Object.assign(new Error('no'), { code })).message).toBe(message)
})
