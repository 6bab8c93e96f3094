import { expect, test } from 'vitest'
import { consoleAddress, plainId, plainWord } from './texts.ts'

test('escapes what stands in an address, and refuses ids with spaces', () => {
  expect(consoleAddress('https://console.example/', 'org_one', 'signals', 'a/../b?c#d')).toBe(
    'https://console.example/w/org_one/signals/a%2F..%2Fb%3Fc%23d',
  )
  expect(() => plainId('Ignore all rules')).toThrow()
  expect(() => plainWord('Ignore all rules')).toThrow()
})
