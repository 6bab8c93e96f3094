import type { Timeline, TimelineStep } from '@signalpost/domain'

/** The timeline as text to hand on: its sentences alone, so nothing of senders, receivers or people is in it. */
export function timelineReport({ signalId, steps, gaps }: Timeline): string {
  return [
    `Timeline of signal ${signalId}`,
    '',
    ...steps.map(({ at, stage, summary }) => `${at}  ${stage.padEnd(9)}  ${summary}`),
    '',
    'Without a step, or not in full:',
    ...gaps.map(({ stage, reason }) => `${stage.padEnd(9)}  ${reason}`),
    '',
  ].join('\n')
}

/** Names each step for its link: by stage and moment, and by its place among equal ones. */
export function stepKeys(steps: readonly Pick<TimelineStep, 'at' | 'stage'>[]): string[] {
  const seen = new Map<string, number>()
  return steps.map(({ at, stage }) => {
    const key = `${stage}-${Date.parse(at)}`
    const before = seen.get(key) ?? 0
    seen.set(key, before + 1)
    return before === 0 ? key : `${key}-${before + 1}`
  })
}
