import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { expect, test } from 'vitest'
import { reach } from './reach.ts'

test('tells those who subscribed to the point, and only while they do', () => {
  let heard = 0
  const listen = (): void => {
    heard += 1
  }
  subscribe('signalpost:batch.stored', listen)
  reach('batch.stored')
  reach('batch.applied')
  expect(heard).toBe(1)
  unsubscribe('signalpost:batch.stored', listen)
  reach('batch.stored')
  expect(heard).toBe(1)
})
