/** What a listener is for, as the server names it. */
export const objectives = [
  { value: 'find_customers', title: 'Find customers' },
  { value: 'find_competitors', title: 'Find competitors' },
  { value: 'find_partnerships', title: 'Find partnerships' },
  { value: 'find_dissatisfaction', title: 'Find unhappy customers of rivals' },
  { value: 'find_local_prospects', title: 'Find local prospects' },
  { value: 'custom', title: 'Something else' },
]

/** Whom it finds. */
export const modes = [
  { value: 'market', title: 'people who need what you sell' },
  { value: 'rivals', title: 'people who are unhappy with rivals' },
  { value: 'places', title: 'local businesses' },
]

/** How much it keeps. */
export const sensitivities = [
  { value: 'low', title: 'only what is sure' },
  { value: 'balanced', title: 'what is likely useful' },
  { value: 'high', title: 'also what may be useful' },
]

/** What the forms call a value. One that was set elsewhere is shown in its own words. */
export function nameChoice(choices: readonly { value: string; title: string }[], value: string): string {
  return choices.find((choice) => choice.value === value)?.title ?? value.replaceAll('_', ' ')
}
