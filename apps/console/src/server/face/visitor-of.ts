import type { IncomingMessage } from 'node:http'
import type { Visitor } from '@signalpost/administration/ways-in'
import { clientAddress, type Networks, requestId } from '@signalpost/runtime'

/** Who sends a request, before anyone is logged in. */
export function visitorOf(request: IncomingMessage, trustedProxies: Networks): Visitor {
  return {
    address: clientAddress(request, trustedProxies),
    agent: request.headers['user-agent'] ?? null,
    requestId: requestId(request),
  }
}
