import { expect, test } from 'vitest'
import { judgeDisk } from './installation-checks.ts'

test.each([
  { freeBytes: 20e9, ok: true, hasRemedy: false },
  { freeBytes: 14e9, ok: true, hasRemedy: true },
  { freeBytes: 4e9, ok: false, hasRemedy: true },
])('judges $freeBytes free bytes of 100 GB', ({ freeBytes, ok, hasRemedy }) => {
  const finding = judgeDisk({ freeBytes, totalBytes: 100e9 })
  expect(finding.ok).toBe(ok)
  expect('remedy' in finding).toBe(hasRemedy)
})
