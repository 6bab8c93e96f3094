import { leadsThrough, type OutgoingProxy } from '@signalpost/outgoing'
import type { WarehouseBounds } from '../target.ts'
import { inOurWords } from './answer-error.ts'
import { guardOf } from './guard-of.ts'

const port = 443

/**
 * Checks the addresses of a vendor's host, for libraries that open connections themselves and verify its certificate.
 * Through the proxy, the proxy resolves its name. Throws AnswerError.
 */
export async function checkHost(
  host: string,
  access: { bounds: WarehouseBounds | undefined; proxy?: OutgoingProxy | undefined },
): Promise<void> {
  if (leadsThrough(access.proxy, host)) return
  try {
    await guardOf(access)?.check({ host, port, isSecure: true })
  } catch (error) {
    throw inOurWords(error, () => false)
  }
}
