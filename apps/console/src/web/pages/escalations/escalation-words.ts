import { durationTextOf } from '../../text/since.ts'
import type { Definition } from './escalation-type.ts'

/** The steps in words, such as `5m Slack, 15m Mail; 2 more rounds`. */
export function wordsOfSteps(
  { steps, repeat }: Definition,
  channels: ReadonlyMap<string, string>,
  people: ReadonlyMap<string, string>,
): string {
  const words = steps.map(({ afterMs, channelId, personId }) => {
    const channel = `${durationTextOf(afterMs)} ${channels.get(channelId) ?? 'a deleted channel'}`
    return personId === undefined ? channel : `${channel} to ${people.get(personId) ?? 'someone who left'}`
  })
  if (repeat === 0) return words.join(', ')
  return `${words.join(', ')}; ${repeat} more ${repeat === 1 ? 'round' : 'rounds'}`
}

export function wordsOfHours({ hours, timeZone, holidays }: Definition): string {
  if (hours === null) return 'always'
  return `${hours} ${timeZone}${holidays.length === 0 ? '' : `, not on ${holidays.join(', ')}`}`
}
