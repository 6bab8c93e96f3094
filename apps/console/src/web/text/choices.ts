import { platformNames } from '@signalpost/domain/text'

/** What has a name as something to choose. */
export function choicesOf(names: Iterable<readonly [value: string, title: string]>) {
  return [...names].map(([value, title]) => ({ value, title }))
}

export const platformChoices = choicesOf(Object.entries(platformNames))

/** How far back a list goes. */
export const periodChoices = [
  { value: '1h', title: 'The last hour' },
  { value: '24h', title: 'The last 24 hours' },
  { value: '7d', title: 'The last 7 days' },
  { value: '30d', title: 'The last 30 days' },
]
