import { strictTransport } from '@signalpost/runtime'
import type { RequestHandler } from 'express'

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

const headers = [
  ['content-security-policy', policy],
  ['x-content-type-options', 'nosniff'],
  ['x-frame-options', 'DENY'],
  ['referrer-policy', 'no-referrer'],
  ['cross-origin-opener-policy', 'same-origin'],
  ['cross-origin-resource-policy', 'same-origin'],
  ['permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()'],
] as const

/** Applications open these in a popup, and would see it closed if it were parted from them. */
const mayBePopup = /^\/(?:authorize\/|login$|login\/oidc$)/

/**
 * What every answer tells browsers: scripts and styles from here alone, no frames, no guessing of types, and https alone
 * where people reach the console by it.
 */
export function securityHeaders({ isSecure }: { isSecure: boolean }): RequestHandler {
  return (request, response, next) => {
    if (isSecure) response.setHeader(...strictTransport)
    for (const [name, value] of headers) response.setHeader(name, value)
    if (mayBePopup.test(request.path)) response.setHeader('cross-origin-opener-policy', 'unsafe-none')
    next()
  }
}
