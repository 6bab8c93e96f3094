import { expect, test } from 'vitest'
import { createBodyBudget } from './create-body-budget.ts'

function open({ totalBytes = 1_000, clientBytes = 400 } = {}) {
  let nowMs = 0
  const crowdedOut: string[] = []
  const budget = createBodyBudget({ totalBytes, clientBytes, nowMs: () => nowMs })
  const begin = (name: string, client: string) =>
    budget.open({ client, onCrowdedOut: () => crowdedOut.push(name) })
  return {
    ...{ budget, crowdedOut, begin },
    pass: (ms: number) => {
      nowMs += ms
    },
  }
}

test('createBodyBudget crowds out the slowest requests of a client that holds more than its share, and no one else', () => {
  const { budget, crowdedOut, begin, pass } = open()
  begin('other', 'b').hold(100)
  begin('stalled', 'a').hold(200)
  pass(1_000)
  begin('quick', 'a').hold(190)
  begin('new', 'a').hold(50)
  expect(crowdedOut).toEqual(['stalled'])
  expect(budget.heldBytes()).toBe(340)
})

test('createBodyBudget crowds out the slowest of all where all together hold too much', () => {
  const { budget, crowdedOut, begin, pass } = open()
  begin('slow', 'a').hold(300)
  pass(100)
  for (const client of ['b', 'c']) begin(client, client).hold(350)
  begin('d', 'd').hold(100)
  expect(crowdedOut).toEqual(['slow'])
  expect(budget.heldBytes()).toBe(800)
})

test('createBodyBudget gives back what a request held, once', () => {
  const { budget, begin } = open()
  begin('another', 'a').hold(50)
  const share = begin('one', 'a')
  share.hold(300)
  share.release()
  share.release()
  expect(budget.heldBytes()).toBe(50)
  share.hold(300)
  expect(budget.heldBytes()).toBe(50)
})
