import type { Visitor } from '@signalpost/administration/ways-in'
import { clientAddress, type Networks, requestId } from '@signalpost/runtime'
import type { Request } from 'express'

/** Who sends a request, before anyone is logged in. */
export function visitorOf(request: Request, trustedProxies: Networks): Visitor {
  return {
    address: clientAddress(request, trustedProxies),
    agent: request.headers['user-agent'] ?? null,
    requestId: requestId(request),
  }
}
