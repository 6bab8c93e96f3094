/**
 * The header by which browsers reach a host by https alone for a year. Subdomains are left out: they may be someone
 * else's.
 */
export const strictTransport = ['strict-transport-security', 'max-age=31536000'] as const
