import { expect, test } from 'vitest'
import { nameAccount } from './name-account.ts'

test.each([
  ['d:example.com', 'example.com'],
  ['n:acme: the company', 'acme: the company'],
  ['p:hackernews:ada', 'hackernews:ada'],
  ['example.com', 'example.com'],
])('names %j as %j', (accountKey, name) => {
  expect(nameAccount(accountKey)).toBe(name)
})
