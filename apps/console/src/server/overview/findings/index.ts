import type { FindingKind } from '../finding.ts'
import { degradedWarehouses } from './delivering/degraded-warehouses.ts'
import { differingWarehouses } from './delivering/differing-warehouses.ts'
import { disabledChannels } from './delivering/disabled-channels.ts'
import { failingChannels } from './delivering/failing-channels.ts'
import { lateAlerts } from './delivering/late-alerts.ts'
import { lateWarehouses } from './delivering/late-warehouses.ts'
import { unsentAlerts } from './delivering/unsent-alerts.ts'
import { failingCanary } from './failing-canary.ts'
import { deadLetters } from './receiving/dead-letters.ts'
import { endingSecrets } from './receiving/ending-secrets.ts'
import { expiringKeys } from './receiving/expiring-keys.ts'
import { lateDeliveries } from './receiving/late-deliveries.ts'
import { ledgerMismatch } from './receiving/ledger-mismatch.ts'
import { refusedRequests } from './receiving/refused-requests.ts'
import { reusedTokens } from './receiving/reused-tokens.ts'
import { silentSources } from './receiving/silent-sources.ts'
import { failingListeners } from './searching/failing-listeners.ts'
import { unseenProcesses } from './unseen-processes.ts'

/** The kinds of findings, the most urgent first. */
export const findingKinds: readonly FindingKind[] = [
  ledgerMismatch,
  unseenProcesses,
  failingCanary,
  deadLetters,
  refusedRequests,
  lateDeliveries,
  disabledChannels,
  unsentAlerts,
  lateAlerts,
  endingSecrets,
  expiringKeys,
  reusedTokens,
  silentSources,
  failingListeners,
  failingChannels,
  degradedWarehouses,
  differingWarehouses,
  lateWarehouses,
]
