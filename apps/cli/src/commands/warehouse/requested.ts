import { UsageError } from '../../command/usage-error.ts'
import { flag } from '../../parameters/parameter.ts'

/** What a warehouse has on request alone. */
export const requestParameters = {
  withLedger: flag('--with-ledger', 'add ledger_events: each event as it came'),
  withMailAddresses: flag('--with-mail-addresses', 'show the mail addresses of people'),
}

export const withdrawParameters = {
  withoutLedger: flag('--without-ledger', 'leave ledger_events out'),
  withoutMailAddresses: flag('--without-mail-addresses', 'empty the mail addresses of people'),
}

type Given = Record<keyof typeof requestParameters | keyof typeof withdrawParameters, boolean>

/** Returns what changes. Throws UsageError for both of a pair. */
export function readRequested(given: Given): { hasLedger?: boolean; hasMailAddresses?: boolean } {
  const { withLedger, withoutLedger, withMailAddresses, withoutMailAddresses } = given
  if (withLedger && withoutLedger) throw new UsageError('--with-ledger does not go with --without-ledger')
  if (withMailAddresses && withoutMailAddresses)
    throw new UsageError('--with-mail-addresses does not go with --without-mail-addresses')
  return {
    ...((withLedger || withoutLedger) && { hasLedger: withLedger }),
    ...((withMailAddresses || withoutMailAddresses) && { hasMailAddresses: withMailAddresses }),
  }
}
