import { describe, expect, test } from 'vitest'
import { createHeartbeatCount } from './heartbeat-count.ts'

const running = { isHalted: () => false }
const beat = { isInspected: false }

describe('createHeartbeatCount', () => {
  test('notices a process that misses three heartbeats in a row', () => {
    const count = createHeartbeatCount(running)
    count.beat(beat)
    expect([count.tick(), count.tick(), count.tick(), count.tick()]).toEqual([false, false, false, true])
  })

  test('starts over with each heartbeat', () => {
    const count = createHeartbeatCount(running)
    for (let round = 0; round < 5; round += 1) {
      count.beat(beat)
      expect([count.tick(), count.tick(), count.tick()]).toEqual([false, false, false])
    }
  })

  test('counts a suspended machine as one tick, however long it slept', () => {
    const count = createHeartbeatCount(running)
    count.beat(beat)
    count.tick()
    // While the machine sleeps, no timer runs, neither ours nor the process's.
    expect(count.tick()).toBe(false)
    count.beat(beat)
    expect(count.tick()).toBe(false)
  })

  test('does not watch a process that never sent a heartbeat', () => {
    const count = createHeartbeatCount(running)
    expect(Array.from({ length: 10 }, count.tick)).not.toContain(true)
  })

  test('leaves a process under a debugger alone until the debugger is gone', () => {
    const count = createHeartbeatCount(running)
    count.beat({ isInspected: true })
    expect(Array.from({ length: 10 }, count.tick)).not.toContain(true)
    count.beat(beat)
    expect(Array.from({ length: 4 }, count.tick)).toEqual([false, false, false, true])
  })

  test('leaves a halted process alone, and restarts its time when it continues', () => {
    let isHalted = true
    const count = createHeartbeatCount({ isHalted: () => isHalted })
    count.beat(beat)
    expect(Array.from({ length: 10 }, count.tick)).not.toContain(true)
    isHalted = false
    expect([count.tick(), count.tick(), count.tick()]).toEqual([false, false, true])
  })
})
