import type { SeenProcess } from '@signalpost/database'
import { defineFinding } from '../finding.ts'
import { duration } from '../words.ts'

/** A process gives a sign of life every 5 s. */
const silentAfterSeconds = 15

const consequences: Record<string, string> = {
  intake: 'Senders get no answer from it; refusals of that time may be missing.',
  worker: 'Accepted deliveries wait; nothing is lost.',
  searcher: 'Listeners find nothing; what they found is delivered later.',
}

export const unseenProcesses = defineFinding({
  kind: 'process_not_seen',
  find: ({ processes }) =>
    Object.entries(consequences).flatMap(([name, consequence]) => {
      const ofName = processes.filter((one) => one.name === name)
      const [latest] = ofName.toSorted((a, b) => a.silentSeconds - b.silentSeconds)
      if (latest === undefined || !isSilent(latest)) return []
      return [
        {
          harm: 'late' as const,
          summary: `No ${name} has reported for ${duration(latest.silentSeconds)}. ${consequence}`,
          remedy: `Start one: npm start, or ./signalpost ${name}. Its log says why it ended.`,
          link: '/installation',
        },
      ]
    }),
})

export function isSilent(one: SeenProcess | undefined): boolean {
  return one === undefined || one.silentSeconds > silentAfterSeconds
}
