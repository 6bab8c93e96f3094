/** What a listener is for, as the server names it. */
export const objectives = [
  { value: 'find_customers', title: 'Find customers' },
  { value: 'find_competitors', title: 'Find competitors' },
  { value: 'find_partnerships', title: 'Find partnerships' },
  { value: 'find_dissatisfaction', title: 'Find unhappy customers of rivals' },
  { value: 'find_local_prospects', title: 'Find local prospects' },
  { value: 'custom', title: 'Something else' },
]
