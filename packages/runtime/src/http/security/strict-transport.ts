import type { RequestHandler } from 'express'

/**
 * The header by which browsers reach a host by https alone for a year. Subdomains are left out: they may be someone
 * else's.
 */
export const strictTransport = ['strict-transport-security', 'max-age=31536000'] as const

/** Sets the header on every answer. For a process that the outside reaches by https. */
export const secureTransport: RequestHandler = (_request, response, next) => {
  response.setHeader(...strictTransport)
  next()
}
