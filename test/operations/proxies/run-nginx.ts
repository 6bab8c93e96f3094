import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Runs nginx on this configuration, with its files in the directory. Pass a directory that its workers may enter. */
export async function runNginx(
  configuration: string,
  directory: string,
): Promise<{ stop: () => Promise<void> }> {
  chmodSync(directory, 0o755)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => {
    const path = join(directory, name)
    mkdirSync(path)
    return `  ${name}_temp_path ${path};\n`
  })
  const path = join(directory, 'nginx.conf')
  writeFileSync(path, configuration.replace('http {\n', `http {\n${temporary.join('')}`))
  const own = `daemon off; pid ${join(directory, 'nginx.pid')}; error_log stderr;`
  const server = spawn('/usr/sbin/nginx', ['-p', directory, '-c', path, '-g', own], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(server, 'exit')
  await once(server, 'spawn')
  return {
    stop: async () => {
      server.kill('SIGTERM')
      await ended
    },
  }
}
