import { EventEmitter } from 'node:events'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { expect, test, vi } from 'vitest'
import type { Channel } from './ask-over-channel.ts'
import { createFamilyMetrics, SharedRegistry } from './family-metrics.ts'

/** Two ends of a channel, without processes. */
function createChannel(): { parentEnd: Channel; childEnd: Channel; close: () => void } {
  const [parent, child] = [new EventEmitter(), new EventEmitter()]
  let isOpen = true
  const endOf = (own: EventEmitter, other: EventEmitter): Channel => ({
    on: (event, listener) => own.on(event, listener),
    off: (event, listener) => own.off(event, listener),
    send: (message, onSent) => {
      if (isOpen) other.emit('message', structuredClone(message))
      else onSent(new Error('closed'))
    },
  })
  return {
    parentEnd: endOf(parent, child),
    childEnd: endOf(child, parent),
    close: () => {
      isOpen = false
    },
  }
}

/** A family of two processes that count and measure. */
function createFamily() {
  const own = new Registry()
  const family = createFamilyMetrics(own)
  const open = () => {
    const channel = createChannel()
    const registry = new SharedRegistry(channel.childEnd)
    registry.setDefaultLabels({ process: 'intake' })
    const registers = [registry]
    family.add(channel.parentEnd)
    return {
      ...channel,
      registry,
      counter: new Counter({ name: 'accepted_total', help: 'h', labelNames: ['kind'], registers }),
      gauge: new Gauge({ name: 'waiting', help: 'h', registers }),
      version: new Gauge({ name: 'schema_version', help: 'h', aggregator: 'max', registers }),
      lag: new Gauge({
        name: 'nodejs_eventloop_lag_p99_seconds',
        help: 'h',
        aggregator: 'average',
        registers,
      }),
      histogram: new Histogram({ name: 'seconds', help: 'h', buckets: [1, 2], registers }),
    }
  }
  return { family, first: open(), second: open() }
}

// What was read is kept for half a second.
async function readLater(registry: Registry): Promise<string[]> {
  vi.advanceTimersByTime(1_000)
  return (await registry.metrics()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
}

function withTimers(): void {
  vi.useFakeTimers({ toFake: ['performance'] })
}

test('every process shows the sums of all, and of some gauges the greatest', async ({ onTestFinished }) => {
  withTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { first, second } = createFamily()
  first.counter.inc({ kind: 'a' }, 2)
  second.counter.inc({ kind: 'a' }, 3)
  second.counter.inc({ kind: 'b' }, 1)
  first.gauge.set(4)
  second.gauge.set(5)
  for (const { version } of [first, second]) version.set(12)
  first.lag.set(0.9)
  second.lag.set(0.1)
  first.histogram.observe(0.5)
  second.histogram.observe(1.5)
  for (const { registry } of [first, second]) {
    expect(await readLater(registry)).toEqual([
      'accepted_total{kind="a",process="intake"} 5',
      'accepted_total{kind="b",process="intake"} 1',
      'waiting{process="intake"} 9',
      'schema_version{process="intake"} 12',
      'nodejs_eventloop_lag_p99_seconds{process="intake"} 0.9',
      'seconds_bucket{le="1",process="intake"} 1',
      'seconds_bucket{le="2",process="intake"} 2',
      'seconds_bucket{le="+Inf",process="intake"} 2',
      'seconds_sum{process="intake"} 2',
      'seconds_count{process="intake"} 2',
    ])
  }
})

test('what an ended process had counted stays in the sums, and its gauges go', async ({ onTestFinished }) => {
  withTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { family, first, second } = createFamily()
  first.counter.inc({ kind: 'a' }, 2)
  second.counter.inc({ kind: 'a' }, 3)
  second.histogram.observe(1.5)
  first.gauge.set(4)
  second.gauge.set(5)
  await readLater(first.registry)
  second.close()
  family.retire(second.parentEnd)
  first.counter.inc({ kind: 'a' }, 1)
  const lines = await readLater(first.registry)
  expect(lines).toContain('accepted_total{kind="a",process="intake"} 6')
  expect(lines).toContain('seconds_count{process="intake"} 1')
  expect(lines).toContain('waiting{process="intake"} 4')
})

test('a process that cannot be reached is shown as it last was', async ({ onTestFinished }) => {
  withTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { first, second } = createFamily()
  second.counter.inc({ kind: 'a' }, 3)
  second.gauge.set(5)
  await readLater(first.registry)
  second.close()
  second.counter.inc({ kind: 'a' }, 1)
  const lines = await readLater(first.registry)
  expect(lines).toContain('accepted_total{kind="a",process="intake"} 3')
  expect(lines).toContain('waiting{process="intake"} 5')
})
