import { classifications, platformNames, signalCategories } from '@signalpost/domain/text'

/** What has a name as something to choose. */
export function choicesOf(names: Iterable<readonly [value: string, title: string]>) {
  return [...names].map(([value, title]) => ({ value, title }))
}

export const platformChoices = choicesOf(Object.entries(platformNames))

/** Words of the API, such as `high_intent`, as people read them. */
const wordChoices = (words: readonly string[]) =>
  words.map((value) => ({ value, title: value.replaceAll('_', ' ') }))

export const classificationChoices = wordChoices(classifications)
export const categoryChoices = wordChoices(signalCategories)

/** Time zones, and one that is stored although this browser does not know it. */
export function timeZonesWith(stored: string) {
  return choicesOf(
    [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), stored])].map((zone) => [zone, zone]),
  )
}

const currencyNames = new Intl.DisplayNames('en', { type: 'currency' })

export const currencyChoices = Intl.supportedValuesOf('currency').map((value) => ({
  value,
  title: `${value} ${currencyNames.of(value) ?? ''}`,
}))

/** How far back a list goes. */
export const periodChoices = [
  { value: '1h', title: 'The last hour' },
  { value: '24h', title: 'The last 24 hours' },
  { value: '7d', title: 'The last 7 days' },
  { value: '30d', title: 'The last 30 days' },
]
