import { findStep, type MessageExchange, type StoredMessage } from '@signalpost/database/dispatches'

/** Returns a message for `--json`, without members that do not apply. */
export function showMessage<Shown extends StoredMessage | MessageExchange>({ ruleId, ...message }: Shown) {
  const step = ruleId === null ? undefined : findStep(ruleId)
  const members = { ...message, ...(step ?? { ruleId }) }
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null))
}
