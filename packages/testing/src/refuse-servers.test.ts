import { spawn } from 'node:child_process'
import { connect, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { createTestDatabase } from './index.ts'

const remedy = 'Rename it to refuse-servers.integration.test.ts.'

test.each([
  ['starts a server', () => createServer().listen(0)],
  ['opens a connection', () => connect(1)],
  ['runs a program', () => spawn('true')],
])('a pure test that %s is refused and names the remedy', (act, run) => {
  expect(run).toThrow(`refuse-servers.test.ts ${act}, and a pure test must not. ${remedy}`)
})

test('a pure test that asks for a database is refused and names the remedy', async () => {
  await expect(createTestDatabase()).rejects.toThrow(
    `refuse-servers.test.ts asks for a database, and a pure test must not. ${remedy}`,
  )
})
