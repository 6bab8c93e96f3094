import { findMiscounts } from '@signalpost/database/overview'
import { defineReadFinding } from '../../finding.ts'
import { counted } from '../../words.ts'

/** The counts change in the transaction that changes a delivery, so any difference is a fault. */
export const ledgerMismatch = defineReadFinding({
  kind: 'ledger_mismatch',
  everyMs: 60_000,
  read: ({ database, orgId, nowMs }) => findMiscounts(database, { orgId, nowMs }),
  find: ({ missing, surplus }, { orgId }) =>
    missing + surplus === 0
      ? []
      : [
          {
            harm: 'lost',
            summary: `The ledger does not add up: of the last hour, ${counted(missing, 'delivery is', 'deliveries are')} not counted and ${counted(surplus, 'counted delivery is', 'counted deliveries are')} not there.`,
            remedy: 'Run ./signalpost doctor and keep the database as it is.',
            link: `/w/${orgId}/deliveries`,
          },
        ],
})
