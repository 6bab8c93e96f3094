import type { Image } from './build-image.ts'

export type ContainerOptions = {
  image: Pick<Image, 'rootDirectory' | 'config'>
  /** What follows the image's entry point. Without them, the image's own command. */
  args?: readonly string[]
  /** Added to the image's environment. */
  env?: Readonly<Record<string, string>>
  /** Content of files by their path below `/run`, such as `/run/secrets/master-key`. */
  files?: Readonly<Record<string, string>>
  /** The most memory that it may use; unlimited by default. */
  memoryBytes?: number
}

type Mount = { source: string; destination: string; isDeep?: boolean }

/** The `config.json` of an OCI bundle, as restricted as the chart and compose run the image. */
export function bundleConfig({
  image: { rootDirectory, config },
  args = config.Cmd,
  env = {},
  memoryBytes,
  name,
  mounts,
}: ContainerOptions & { name: string; mounts: readonly Mount[] }): object {
  const [uid = Number.NaN, gid = Number.NaN] = config.User.split(':').map(Number)
  const none = { bounding: [], effective: [], inheritable: [], permitted: [], ambient: [] }
  const environment = { ...Object.fromEntries(config.Env.map(splitVariable)), ...env }
  return {
    ociVersion: '1.0.2',
    process: {
      terminal: false,
      user: { uid, gid },
      args: [...config.Entrypoint, ...args],
      env: Object.entries(environment).map(([variable, value]) => `${variable}=${value}`),
      cwd: config.WorkingDir,
      capabilities: none,
      noNewPrivileges: true,
    },
    root: { path: rootDirectory, readonly: true },
    hostname: name,
    mounts: [
      { destination: '/proc', type: 'proc', source: 'proc' },
      memory('/dev', 'nosuid', 'strictatime', 'mode=755', 'size=65536k'),
      {
        ...{ destination: '/dev/pts', type: 'devpts', source: 'devpts' },
        options: ['nosuid', 'noexec', 'newinstance', 'ptmxmode=0666', 'mode=0620'],
      },
      memory('/dev/shm', 'nosuid', 'noexec', 'nodev', 'mode=1777', 'size=65536k'),
      memory('/run', 'nosuid', 'noexec', 'nodev', 'mode=755'),
      memory('/tmp', 'nosuid', 'noexec', 'nodev', 'mode=1777'),
      // The name servers of the network, which is the host's.
      readOnly({ source: '/etc/resolv.conf', destination: '/etc/resolv.conf' }),
      readOnly({ source: '/etc/hosts', destination: '/etc/hosts' }),
      // Where a process reads how much memory it may use.
      readOnly({ source: '/sys/fs/cgroup', destination: '/sys/fs/cgroup', isDeep: true }),
      ...mounts.map(readOnly),
    ],
    linux: {
      namespaces: ['pid', 'ipc', 'uts', 'mount'].map((type) => ({ type })),
      ...(memoryBytes !== undefined && { cgroupsPath: `/${name}` }),
      resources: memoryBytes === undefined ? {} : { memory: { limit: memoryBytes } },
      maskedPaths: [
        '/proc/kcore',
        '/proc/keys',
        '/proc/latency_stats',
        '/proc/timer_list',
        '/proc/sched_debug',
      ],
      readonlyPaths: ['/proc/bus', '/proc/fs', '/proc/irq', '/proc/sys', '/proc/sysrq-trigger'],
    },
  }
}

function memory(destination: string, ...options: string[]): object {
  return { destination, type: 'tmpfs', source: 'tmpfs', options }
}

function readOnly({ source, destination, isDeep = false }: Mount): object {
  const bind = isDeep ? 'rbind' : 'bind'
  return { destination, type: 'bind', source, options: [bind, 'ro', 'nosuid', 'nodev'] }
}

function splitVariable(text: string): [string, string] {
  const end = text.indexOf('=')
  return [text.slice(0, end), text.slice(end + 1)]
}
