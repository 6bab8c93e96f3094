import { RejectedError } from '@signalpost/domain'
import type { RequestHandler } from 'express'

const ownHosts = ['localhost', '127.0.0.1', '[::1]']

/**
 * Refuses hosts other than the console's own with 421. A stranger's site whose name was rebound to this address
 * therefore reads nothing.
 */
export function checkHost(consoleUrl: string): RequestHandler {
  const allowed = new Set([...ownHosts, new URL(consoleUrl).hostname])
  return (request, _response, next) => {
    if (!allowed.has(hostOf(request.headers.host))) {
      throw new RejectedError(
        'misdirected_request',
        'This host is not served here. Set SIGNALPOST_CONSOLE_URL.',
      )
    }
    next()
  }
}

function hostOf(header: string | undefined): string {
  return (header ?? '').toLowerCase().replace(/:\d+$/, '')
}
