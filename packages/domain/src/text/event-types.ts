/** The types of the events that are applied, for pages, which do not load how each is read. */
export const eventTypes = [
  'signal.created',
  'signal.updated',
  'signal.acknowledged',
  'signal.alerted',
  'signal.assigned',
  'signal.feedback',
  'signal.read',
  'signal.deleted',
  'listener.created',
  'listener.updated',
  'listener.deleted',
  'deal.created',
  'deal.updated',
  'deal.deleted',
  'ping',
]
