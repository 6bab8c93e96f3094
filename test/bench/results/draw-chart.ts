import type { Judgement } from './judge-comparison.ts'
import { marginOf } from './judge-comparison.ts'

const width = 960
const rowHeight = 26
const textWidth = 430
const plotWidth = width - textWidth - 90
const top = 46
// Drawn as a logarithm, so half and twice the gate are equally far from it.
const leastMargin = 0.25
const greatestMargin = 16

const colours: Record<Judgement['verdict'], string> = {
  goal: '#2f855a',
  passed: '#68a57f',
  missed: '#c53030',
  printed: '#718096',
  'not measured': '#cbd5e0',
}

/** Draws an SVG of how far each judged figure is from its gate, as bars; longer is better. */
export function drawChart(judgements: readonly Judgement[]): string {
  const rows = judgements.flatMap((judgement) => rowOf(judgement) ?? [])
  const height = top + rows.length * rowHeight + 20
  const gateX = xOf(1)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="13">`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    `<text x="${gateX}" y="22" text-anchor="middle" fill="#1a202c">gate</text>`,
    ...rows.map((row, index) => drawRow(row, top + index * rowHeight)),
    `<line x1="${gateX}" x2="${gateX}" y1="30" y2="${height - 12}" stroke="#1a202c" stroke-dasharray="4 3"/>`,
    '</svg>\n',
  ].join('\n')
}

type Row = { title: string; value: string; margin: number; goalMargin: number | undefined; colour: string }

function rowOf({ title, value, gate, goal, verdict }: Judgement): Row | undefined {
  if (gate === undefined || verdict === 'not measured') return undefined
  // A goal is drawn at the distance of a value that meets it.
  const goalMargin = goal === undefined ? undefined : marginOf(goal, gate)
  return {
    title,
    value: value.toPrecision(3),
    margin: marginOf(value, gate),
    goalMargin,
    colour: colours[verdict],
  }
}

function drawRow({ title, value, margin, goalMargin, colour }: Row, y: number): string {
  const middle = y + rowHeight / 2
  const end = xOf(margin)
  const goal =
    goalMargin === undefined
      ? ''
      : `<circle cx="${xOf(goalMargin)}" cy="${middle}" r="4" fill="none" stroke="#1a202c"/>`
  return [
    `<text x="${textWidth - 12}" y="${middle + 4}" text-anchor="end" fill="#1a202c">${escapeMarkup(title)}</text>`,
    `<rect x="${textWidth}" y="${y + 5}" width="${Math.max(1, end - textWidth)}" height="${rowHeight - 10}" fill="${colour}"/>`,
    `<text x="${end + 10}" y="${middle + 4}" fill="#1a202c">${value}</text>`,
    goal,
  ].join('')
}

function xOf(margin: number): number {
  const within = Math.min(greatestMargin, Math.max(leastMargin, margin))
  const share = Math.log(within / leastMargin) / Math.log(greatestMargin / leastMargin)
  return Math.round(textWidth + share * plotWidth)
}

function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
