import manifest from '../../../package.json' with { type: 'json' }

/** How each request names us where its sender does not say more. */
export const userAgent = `Signalpost/${manifest.version}`
