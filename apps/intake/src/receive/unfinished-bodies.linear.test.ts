import { once } from 'node:events'
import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { createBodyBudget, readBody } from '@signalpost/runtime'
import { expectLinear } from '@signalpost/testing'
import { expect, test } from 'vitest'

const piece = Buffer.from('b')

test('reads a body in pieces of one byte in time that grows with its length', async () => {
  await expectLinear({
    upTo: 65_536,
    input: (n) => n,
    run: async (n) => {
      const request = new IncomingMessage(new Socket())
      const budget = createBodyBudget({ totalBytes: 1e9, clientBytes: 1e9 })
      const reading = readBody(request, 10_000_000, { budget, clientOf: () => 'client' })
      for (let index = 0; index < n; index += 1) request.push(piece)
      request.push(null)
      const body = await reading
      expect(body?.length).toBe(n)
      if (!request.closed) await once(request, 'close')
      expect(budget.heldBytes()).toBe(0)
    },
  })
})

test('finds the slowest of many requests in time that grows with their number', async () => {
  await expectLinear({
    upTo: 65_536,
    input: (n) => n,
    run: (n) => {
      const budget = createBodyBudget({ totalBytes: 64_000, clientBytes: 32_000 })
      for (let index = 0; index < n; index += 1) {
        budget.open({ client: `client ${index % 10}`, onCrowdedOut: () => undefined }).hold(100)
      }
      expect(budget.heldBytes()).toBeLessThanOrEqual(64_000)
    },
  })
})
