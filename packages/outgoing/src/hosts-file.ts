import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'

const hostsFile = '/etc/hosts'
const loopback = ['127.0.0.1', '::1']

/**
 * Returns the addresses of a name in the hosts file; undefined if it is not listed. `localhost` is always this machine
 * (RFC 6761).
 */
export async function findInHostsFile(name: string): Promise<string[] | undefined> {
  const found = new Set<string>()
  for (const line of (await readHosts()).split('\n')) {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/)
    if (isIP(address) !== 0 && names.some((one) => one.toLowerCase() === name)) found.add(address)
  }
  if (found.size > 0) return [...found]
  return name === 'localhost' || name.endsWith('.localhost') ? loopback : undefined
}

async function readHosts(): Promise<string> {
  try {
    return await readFile(hostsFile, 'utf8')
  } catch {
    return '' // no file, no names
  }
}
