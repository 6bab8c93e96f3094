import { isKeyUser, isOwnId } from '@signalpost/domain'

/** Who made an event, by the id of its source: empty for the product itself. */
export function originOf(sourceId: string): { type: 'source' | 'channel'; name: string } {
  return sourceId.startsWith('chn_')
    ? { type: 'channel', name: `Channel ${sourceId}` }
    : { type: 'source', name: `Source ${sourceId}` }
}

type Cause = {
  sourceId: string
  eventId: string
  /** Who made it, as the event says: a user, or a channel or rule of ours. */
  by?: string | null
}

/**
 * Says who caused a change, for the end of a sentence. `names` are those of users. An id that has none is said where the product
 * itself wrote it, as it does for the account of a command line; that of a sender is a stranger's text.
 */
export function causeOf(
  { sourceId, eventId, by }: Cause,
  names: ReadonlyMap<string, string> = new Map(),
): string {
  const name = names.get(by ?? '')
  const who = whoOf(by, name)
  if (sourceId.startsWith('chn_')) {
    return who === '' ? `by a button in channel ${sourceId}` : `${who}with a button in channel ${sourceId}`
  }
  if (sourceId !== '') return `by source ${sourceId}`
  if (!eventId.startsWith('api_')) {
    return by?.startsWith('rul_') === true ? `by rule ${by}` : 'by Signalpost itself'
  }
  if (by?.startsWith('chn_') === true) return `through a link in a message of channel ${by}`
  const isAccount = name === undefined && by && !isOwnId(by)
  return `${isAccount ? `by "${by}" ` : who}through Signalpost`
}

function whoOf(by: string | null | undefined, name: string | undefined): string {
  if (by && isKeyUser(by)) return name === undefined ? 'by an API key ' : `by API key "${name}" `
  return name === undefined ? '' : `by "${name}" `
}
