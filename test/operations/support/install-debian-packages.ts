import { execFileSync, spawnSync } from 'node:child_process'

/** Each package of Debian 12 that the tests of operations run, and what for. */
const packages = {
  buildah: 'builds the images',
  haproxy: 'balances',
  mmdebstrap: 'makes the base image',
  nginx: 'balances and ends TLS',
  openssl: 'makes certificates',
  pgbackrest: 'backs PostgreSQL up',
  pgbouncer: 'pools connections',
  postgresql: 'has standbys and archives',
  prometheus: 'collects metrics and judges rules',
  'prometheus-alertmanager': 'routes alerts',
  'redis-server': 'holds the queue',
  runc: 'runs the images',
  systemd: 'checks units',
  unzip: 'unpacks helm and kubectl',
}

/** Installs what is missing, and says so. Throws with the command where only root could. */
export function setup(): void {
  const missing = Object.keys(packages).filter((name) => !isInstalled(name))
  if (missing.length === 0) return
  const install = ['install', '-y', '--no-install-recommends', ...missing]
  if (process.getuid?.() !== 0) {
    throw new Error(`The tests of operations need Debian packages: apt-get ${install.join(' ')}`)
  }
  process.stderr.write(`Installing Debian packages: ${missing.join(', ')}\n`)
  // No service of them may start, and no cluster: the tests run their own.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  execFileSync('apt-get', ['-qq', 'update'], { env, stdio: 'inherit' })
  execFileSync('apt-get', ['-qq', ...install], { env, stdio: ['ignore', 'ignore', 'inherit'] })
}

function isInstalled(name: string): boolean {
  const { stdout } = spawnSync('dpkg', ['--status', name], { encoding: 'utf8' })
  return stdout.includes('\nStatus: install ok installed\n')
}
