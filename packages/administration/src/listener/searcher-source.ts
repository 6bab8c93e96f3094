import type { DatabaseTransaction } from '@signalpost/database'
import { createSource, listSources } from '@signalpost/database/access'
import { findSearcherSource } from '@signalpost/database/searching'
import { defaultToleranceSeconds, generateSecret, schemes } from '@signalpost/signatures'
import type { ActServices } from '../define-act.ts'

const name = 'Signalpost searcher'

/** Returns the source as which a workspace's finds are delivered. The first listener makes it. */
export async function ensureSearcherSource(
  transaction: DatabaseTransaction,
  { secretBox, cell }: Pick<ActServices, 'secretBox' | 'cell'>,
  orgId: string,
): Promise<string> {
  const known = await findSearcherSource(transaction, orgId)
  if (known !== undefined) return known
  // All listeners of the workspace were deleted meanwhile.
  const earlier = (await listSources(transaction, orgId)).find((source) => source.name === name)
  if (earlier !== undefined) return earlier.sourceId
  const [{ name: scheme }] = schemes
  const { sourceId } = await createSource(transaction, secretBox, {
    ...{ orgId, cell, scheme, name, settings: {}, ratePerMinute: null },
    ...{ toleranceSeconds: defaultToleranceSeconds, secret: generateSecret() },
  })
  return sourceId
}
