import type { Guard } from '@signalpost/outgoing'
import { UnusablePlaceError } from '../unusable-place-error.ts'

const usualPort = 5432
const modes = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full']
/** Any other parameter could name a file, a socket, a program or another host. */
const allowed = ['sslmode', 'application_name']

/**
 * Reads where a URL leads that passes the guard. Throws UnusablePlaceError for one that names more than a host, a port, a
 * login and a database. It needs the whole login, because the driver would fill in that of the process.
 */
export function placeOf(url: string): Parameters<Guard['check']>[0] {
  const { hostname, port, username, password, searchParams } = new URL(url)
  if (!/^([a-z0-9._-]+|\[[0-9a-f:.]+\])$/i.test(hostname))
    throw refusal('expected the name of a host or an address')
  if (username === '' || password === '') throw refusal('expected a user and a password')
  const other = [...searchParams.keys()].find((name) => !allowed.includes(name))
  if (other !== undefined) throw refusal(`expected no other parameters than ${allowed.join(' and ')}`)
  const [mode = 'disable', ...more] = searchParams.getAll('sslmode')
  if (!modes.includes(mode) || more.length > 0) throw refusal(`expected one sslmode of ${modes.join(', ')}`)
  return { host: hostname, port: port === '' ? usualPort : Number(port), isSecure: mode !== 'disable' }
}

function refusal(expected: string): UnusablePlaceError {
  return new UnusablePlaceError(`its URL cannot be used here: ${expected}`)
}
