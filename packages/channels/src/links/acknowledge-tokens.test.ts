import { randomBytes } from 'node:crypto'
import { defaultCell } from '@signalpost/domain'
import { expect, test } from 'vitest'
import { createAcknowledgeTokens } from './acknowledge-tokens.ts'
import { createLinkTokens } from './link-tokens.ts'

const dayMs = 24 * 60 * 60_000
const keys = { masterKeys: [randomBytes(32)] as const, cell: defaultCell }
const acknowledgement = { orgId: 'org_acme', signalId: 'sig_1', by: 'usr_ada' }
const sentMs = Date.parse('2026-11-20T09:00:00.000Z')
const tokensAt = (atMs: number) => createAcknowledgeTokens(keys, { nowMs: () => atMs })
const token = tokensAt(sentMs).seal(acknowledgement)

test.each([
  [0, false],
  [30, false],
  [31, true],
  [4_000, true],
])('a link is over after %i days: %s', (days, isOver) => {
  expect(tokensAt(sentMs + days * dayMs).open(token)).toEqual({ ...acknowledgement, isOver })
})

test('a link without an end is over', () => {
  const endless = createLinkTokens({ ...keys, purpose: 'acknowledge' }).seal(['org_acme', 'sig_1', 'usr_ada'])
  expect(tokensAt(sentMs).open(endless)).toMatchObject({ isOver: true })
})
