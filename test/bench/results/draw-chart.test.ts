import { expect, test } from 'vitest'
import { drawChart } from './draw-chart.ts'
import type { Judgement } from './judge-comparison.ts'

function judgementOf(members: Partial<Judgement>): Judgement {
  const judged = { title: 'ours / theirs', metric: 'rps', of: 'ours', gate: { atLeast: 0.7 }, value: 0.9 }
  return { ...judged, least: 0.8, greatest: 1, verdict: 'passed', ...members }
}

function barWidths(chart: string): number[] {
  return [...chart.matchAll(/<rect x="\d+" y="\d+" width="(\d+)"/g)].map(([, width]) => Number(width))
}

test('the chart has a longer bar for what is further on the right side of its gate, whichever side that is', () => {
  const chart = drawChart([
    judgementOf({ value: 0.35 }),
    judgementOf({ value: 0.7 }),
    judgementOf({ value: 1.5, gate: { atMost: 3 } }),
  ])
  const [missed = 0, onGate = 0, twice = 0] = barWidths(chart)
  expect(missed).toBeLessThan(onGate)
  expect(onGate).toBeLessThan(twice)
})

test('the chart leaves out what is not judged, and escapes what it shows', () => {
  const { gate: _gate, ...printed } = judgementOf({ title: 'printed', verdict: 'printed' })
  const chart = drawChart([
    judgementOf({ title: 'a < b & c' }),
    judgementOf({ title: 'absent', value: Number.NaN, verdict: 'not measured' }),
    printed,
  ])
  expect(chart).toContain('a &lt; b &amp; c')
  expect(chart).not.toMatch(/printed|absent|NaN/)
})
