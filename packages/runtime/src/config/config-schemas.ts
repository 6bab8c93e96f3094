import { accessSync, constants, statSync } from 'node:fs'
import { isIP } from 'node:net'
import { isAbsolute } from 'node:path'
import { domainToASCII } from 'node:url'
import { z } from 'zod'
import { parseNetworks } from './networks.ts'
import { spellOutTls } from './spell-out-tls.ts'

/** A whole number in decimal digits. */
export function wholeNumberSchema({ min, max = Number.MAX_SAFE_INTEGER }: { min: number; max?: number }) {
  const range = max === Number.MAX_SAFE_INTEGER ? `of at least ${min}` : `from ${min} to ${max}`
  return z
    .string()
    .refine((text) => /^\d{1,15}$/.test(text) && Number(text) >= min && Number(text) <= max, {
      error: `expected a whole number ${range}`,
    })
    .transform(Number)
}

/** A path that means the same to every process, whatever its working directory. */
export const absolutePathSchema = z
  .string()
  .refine(isAbsolute, { error: 'expected an absolute path, such as /srv/signalpost' })

/** A decimal number, such as 0.5. */
export function decimalSchema({ min, max }: { min: number; max: number }) {
  return z
    .string()
    .refine((text) => /^-?\d{1,9}(?:\.\d{1,9})?$/.test(text) && Number(text) >= min && Number(text) <= max, {
      error: `expected a number from ${min} to ${max}, such as 0.5`,
    })
    .transform(Number)
}

const tlsFilesExpected = 'expected readable files in sslrootcert, sslcert and sslkey, the last two together'

/** The least serious lines that are written. */
export const logLevelSchema = z.enum(['error', 'warn', 'info', 'debug'], {
  error: 'expected error, warn, info or debug',
})

export type LogLevel = z.infer<typeof logLevelSchema>

/** A TCP port; 0 takes any free one. */
export const portSchema = wholeNumberSchema({ min: 0, max: 65_535 })

/** An address or a host name to listen on. */
export const hostSchema = z
  .string()
  .refine((text) => isIP(text) !== 0 || /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9-]+)*$/i.test(text), {
    error: 'expected an address or a host name, such as 127.0.0.1',
  })

export const networksSchema = z.string().transform((text, context) => {
  const networks = parseNetworks(text)
  if (networks !== undefined) return networks
  context.addIssue('expected comma-separated addresses or networks, such as 10.0.0.0/8, ::1')
  return z.NEVER
})

/** The first seals; all of them open. */
export type MasterKeys = readonly [newest: Buffer, ...older: Buffer[]]

const maxMasterKeys = 2

/** 32 bytes in padded standard base64; during a rotation, the new key, a comma and the old key. */
export const masterKeysSchema = z.string().transform((text, context): MasterKeys => {
  const texts = text.split(',')
  const [newest, ...older] = texts.map((one) => Buffer.from(one, 'base64'))
  const areKeys = texts.every(
    (one) => one.length === 44 && Buffer.from(one, 'base64').toString('base64') === one,
  )
  const areFew = texts.length <= maxMasterKeys && new Set(texts).size === texts.length
  if (areKeys && areFew && newest !== undefined) return [newest, ...older]
  context.addIssue(
    'expected 32 bytes in base64, as `openssl rand -base64 32` prints them, or two such keys as new,old',
  )
  return z.NEVER
})

export const databaseUrlSchema = z
  .string()
  .refine((text) => isUrlOf(text, ['postgres:', 'postgresql:']), {
    error: 'expected a PostgreSQL URL, such as postgres://user:password@host:5432/database',
  })
  .refine(hasTlsFiles, { error: tlsFilesExpected })
  .transform(spellOutTls)

/** One server, or comma-separated nodes of a Redis Cluster. */
export const redisUrlSchema = z
  .string()
  .refine((text) => text.split(',').every((node) => !/^\s*[a-z]*[-+]?sentinel:/i.test(node)), {
    error:
      'Redis Sentinel is not supported; expected redis://host:6379 of an address that follows the primary, or the nodes of a Redis Cluster',
    abort: true,
  })
  .refine((text) => text.split(',').every((node) => isUrlOf(node.trim(), ['redis:', 'rediss:'])), {
    error: 'expected redis://host:6379, rediss://host:6379 or several of them separated by commas',
  })
  .refine((text) => !/(^|,\s*)redis:[^,]*[?&]ssl(rootcert|cert|key)=/.test(text), {
    error: 'expected rediss:// with sslrootcert, sslcert and sslkey',
  })
  .refine((text) => text.split(',').every((node) => hasTlsFiles(node.trim())), { error: tlsFilesExpected })

export const smtpUrlSchema = z.string().refine((text) => isUrlOf(text, ['smtp:', 'smtps:']), {
  error: 'expected an SMTP URL, such as smtps://user:password@mail.example.com',
})

/** A proxy that opens tunnels. */
export const proxySchema = z.string().transform((text, context) => {
  const url = isUrlOf(text, ['http:']) ? new URL(text) : undefined
  if (url === undefined || url.pathname !== '/' || url.search !== '' || url.hash !== '') {
    context.addIssue('expected the URL of a proxy, such as http://user:password@proxy.example.com:3128')
    return z.NEVER
  }
  const credentials = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? 80 : Number(url.port),
    authorization: credentials === ':' ? undefined : `Basic ${Buffer.from(credentials).toString('base64')}`,
  }
})

/** A sender as in a mail header: an address, or a name with the address in angle brackets. */
export const mailAddressSchema = z
  .string()
  .refine(
    (text) => /^(?:[^<>\p{Cc}]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/u.test(text) && text.length <= 320,
    {
      error: 'expected an address, such as alerts@example.com or Signalpost <alerts@example.com>',
    },
  )

/** The address of this service for the outside, without a final slash. */
export const publicUrlSchema = z
  .string()
  .refine((text) => isUrlOf(text, ['http:', 'https:']) && /^[^?#@]*$/.test(text), {
    error: 'expected an http or https URL without query, such as https://signals.example.com',
  })
  .transform((text) => text.replace(/\/+$/, ''))

/** An identity provider: plain http only on this machine. */
export const issuerUrlSchema = z
  .string()
  .refine(
    (text) =>
      /^[^?#@]*$/.test(text) && (isUrlOf(text, ['https:']) || (isUrlOf(text, ['http:']) && isLoopback(text))),
    { error: 'expected an https URL, such as https://accounts.example.com' },
  )

/** Whole domains, separated by commas; in ASCII and lower case. */
export const mailDomainsSchema = z.string().transform((text, context) => {
  const domains = text.split(',').map((domain) => domainToASCII(domain.trim()).toLowerCase())
  if (domains.every((domain) => /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(domain))) return domains
  context.addIssue('expected whole domains separated by commas, such as example.com, example.org')
  return z.NEVER
})

/** Some of the ways to log in, separated by commas, in the order of the login page. */
export const loginWaysSchema = z.string().transform((text, context): ('link' | 'mail' | 'oidc')[] => {
  const ways = text.split(',').map((way) => way.trim())
  const known = (['link', 'mail', 'oidc'] as const).filter((way) => ways.includes(way))
  if (known.length === ways.length) return known
  context.addIssue('expected some of link, mail, oidc, separated by commas')
  return z.NEVER
})

/** A switch. */
export const switchSchema = z
  .enum(['on', 'off'], { error: 'expected on or off' })
  .transform((text) => text === 'on')

/** Where people report faults of security. */
export const contactSchema = z
  .string()
  .transform((text) => (/^[^\s@:/]+@[^\s@:/]+$/.test(text) ? `mailto:${text}` : text))
  .refine((text) => /^mailto:[^\s@]+@[^\s@]+$/.test(text) || isUrlOf(text, ['https:']), {
    error: 'expected an address or an https URL, such as security@example.com',
  })

/** Whether an address to listen on is reached from this machine alone. */
export function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\./.test(host)
}

/** Whether a URL leads to this machine. */
export function isLoopback(text: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(URL.parse(text)?.hostname ?? '')
}

function isUrlOf(text: string, protocols: string[]): boolean {
  const url = URL.parse(text)
  return url !== null && protocols.includes(url.protocol) && /^[a-z]+:\/\/./i.test(text)
}

/** Whether the files for TLS that a URL names can be read. */
function hasTlsFiles(text: string): boolean {
  const { searchParams } = URL.parse(text) ?? {}
  const [authority, certificate, key] = ['sslrootcert', 'sslcert', 'sslkey'].map((name) =>
    searchParams?.get(name),
  )
  return (
    (certificate == null) === (key == null) &&
    [authority, certificate, key].every((path) => path == null || isReadable(path))
  )
}

function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK)
    return statSync(path).isFile()
  } catch {
    // Missing, or of another user.
    return false
  }
}
