/** Who made an event, by the id of its source: empty for the product itself. */
export function originOf(sourceId: string): { type: 'source' | 'channel'; name: string } {
  return sourceId.startsWith('chn_')
    ? { type: 'channel', name: `Channel ${sourceId}` }
    : { type: 'source', name: `Source ${sourceId}` }
}

/** Says who caused a change, for the end of a sentence. */
export function causeOf({ sourceId, eventId }: { sourceId: string; eventId: string }): string {
  if (sourceId === '') return eventId.startsWith('api_') ? 'through Signalpost' : 'by Signalpost itself'
  return sourceId.startsWith('chn_') ? `by a button in channel ${sourceId}` : `by source ${sourceId}`
}
