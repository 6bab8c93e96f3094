import { expect, test } from 'vitest'
import { ownPathOf } from './return-path.ts'

test.each([
  '/authorize/V1StGXR8_Z5jdHi6B-myT',
  '/device/WDJB-MJHT',
  '/w/org_demo/people',
  '/w/org_demo/audit?act=key.create',
  '/installation',
])('a login leads back to %s', (path) => {
  expect(ownPathOf(path)).toBe(path)
})

test.each([
  ...['', '/', '/login', 'https://evil.example/w/x', '//evil.example/w/x', '/\\evil.example/w/x'],
  ...['/w/..//evil.example', 'javascript:alert(1)', '/installations', '/console/api/session', '/authorize'],
])('a login never leads to %j', (path) => {
  expect(ownPathOf(path)).toBe('/')
})
