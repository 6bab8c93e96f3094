/** A signal of one's own to begin with, for an event to paste and for messages before a signal arrived. */
export function firstSignal({
  at,
  ...ids
}: {
  id: string
  orgId: string
  listenerId: string
  /** An instant, or what a shell replaces by one. */
  at: string
}) {
  return {
    ...ids,
    source: 'hackernews',
    url: 'https://news.ycombinator.com/item?id=1',
    title: 'Looking for a tool that catches signals',
    excerpt: 'We miss half of the posts that matter to us.',
    postedAt: at,
    relevanceScore: 80,
    classification: 'high_intent',
    rationale: 'It asks for what we sell.',
    matchedKeywords: ['signals'],
    firstSeenAt: at,
    urgency: 'high',
  } as const
}
