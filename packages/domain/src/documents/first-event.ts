/** What a first event is about. */
export type FirstEvent = {
  orgId: string
  /** Part of the ids, so that another first event is another signal. */
  mark: string
  /** When it happened. */
  at: string
}

/** The JSON of an event that stores one signal, as a first one to send. Its urgency is one that a new workspace alerts on. */
export function firstEventBody({ orgId, mark, at }: FirstEvent): string {
  const signal = firstSignal({ id: firstSignalId(mark), orgId, listenerId: 'lsn_first', at })
  return JSON.stringify({
    ...{ id: `evt_first_${mark}`, type: 'signal.created', occurredAt: at, orgId, data: { signal } },
  })
}

/** The id of the signal that the first event with this mark stores. */
export function firstSignalId(mark: string): string {
  return `sig_first_${mark}`
}

/** A signal to begin with: in a first event, and in messages before a signal arrived. */
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
    ...{ source: 'hackernews' as const, url: 'https://news.ycombinator.com/item?id=1' },
    title: 'Looking for a tool that catches signals',
    excerpt: 'We miss half of the posts that matter to us.',
    ...{ postedAt: at, relevanceScore: 80, classification: 'high_intent' as const },
    ...{ rationale: 'It asks for what we sell.', matchedKeywords: ['signals'] },
    ...{ firstSeenAt: at, urgency: 'high' as const },
  }
}
