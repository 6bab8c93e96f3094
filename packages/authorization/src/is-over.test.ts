import { createSecretBox } from '@signalpost/database'
import { expect, test } from 'vitest'
import { isOver } from './is-over.ts'
import { openLoginState, sealLoginState } from './oidc/login-state.ts'

test('what ends is over at its end', () => {
  expect([isOver(2, 1), isOver(2, 2), isOver(2, 3)]).toEqual([false, true, true])
})

test.each([Number.NaN, undefined, new Date('unreadable').getTime()])('what ends at %s is over', (endsMs) => {
  // The cast: a value from outside may lack what its type says.
  expect(isOver(endsMs as number, 1)).toBe(true)
})

test('a login without a readable end is refused', () => {
  const secretBox = createSecretBox(Buffer.alloc(32))
  const checks = { state: 's', nonce: 'n', codeVerifier: 'c' }
  // NaN becomes null in JSON.
  const sealed = sealLoginState(secretBox, checks, Number.NaN)
  expect(() => openLoginState(secretBox, sealed, 1)).toThrow('The login was not completed.')
  expect(openLoginState(secretBox, sealLoginState(secretBox, checks, 0), 1)).toMatchObject(checks)
})
