import { type Endpoint, socketPort } from './endpoint.ts'

export type ServerSettings = { dataPath: string; endpoint: Endpoint; durable: boolean }

/** Returns the server's command line. It has all settings, so a start always uses those of this version. */
export function serverArguments({ dataPath, endpoint, durable }: ServerSettings): string[] {
  const settings = {
    ...listenSettings(endpoint),
    // A disposable server serves several products at once, each with dozens of connections.
    max_connections: durable ? 100 : 400,
    shared_buffers: durable ? '128MB' : '64MB',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    // The application reports failed statements; their text may contain what senders sent.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    ...(durable ? durableSettings : disposableSettings),
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return ['-D', dataPath, ...flags]
}

function listenSettings(endpoint: Endpoint): Record<string, string | number> {
  if ('port' in endpoint) {
    return { listen_addresses: '127.0.0.1', port: endpoint.port, unix_socket_directories: '' }
  }
  // The setting is a list of directories; quoted, a path may contain a comma or a space.
  const directories = `"${endpoint.socketDirectory.replaceAll('"', '""')}"`
  return {
    listen_addresses: '',
    port: socketPort,
    unix_socket_directories: directories,
    unix_socket_permissions: '0700',
  }
}

const durableSettings = { fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on' }

const disposableSettings = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  wal_level: 'minimal',
  max_wal_senders: 0,
}
