import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { Cluster } from 'ioredis'
import { describe, expect, test } from 'vitest'
import { redisAvailable, startRedis, startRedisCluster } from '../index.ts'

describe.runIf(redisAvailable())('startRedis', () => {
  test('survives a kill with its append-only file', async () => {
    await using redis = disposable(await startRedis())
    await redis.call('SET', 'key', 'value')
    await redis.kill()
    await expect(redis.call('PING')).rejects.toThrow()
    await redis.restart()
    expect(await redis.call('GET', 'key')).toBe('value')
    await redis.flush()
    expect(await redis.call('GET', 'key')).toBeNull()
  })

  test('takes the memory limit and the eviction policy that a test asks for', async () => {
    await using redis = disposable(
      await startRedis({ appendonly: false, maxmemory: '5mb', policy: 'allkeys-lru' }),
    )
    expect(await redis.call('CONFIG', 'GET', 'maxmemory-policy')).toEqual(['maxmemory-policy', 'allkeys-lru'])
    expect(await redis.call('CONFIG', 'GET', 'maxmemory')).toEqual(['maxmemory', String(5 * 1024 * 1024)])
    expect(await redis.call('CONFIG', 'GET', 'appendonly')).toEqual(['appendonly', 'no'])
  })

  test('answers nothing while it is paused', async () => {
    await using redis = disposable(await startRedis())
    redis.pause()
    let answered = false
    const answer = redis.call('PING').then((reply) => {
      answered = true
      return reply
    })
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(answered).toBe(false)
    redis.resume()
    expect(await answer).toBe('PONG')
  })

  test('dies with the process that started it', async () => {
    const program = `
      import { startRedis } from ${JSON.stringify(import.meta.resolve('../index.ts'))}
      const redis = await startRedis()
      const [, dir] = await redis.call('CONFIG', 'GET', 'dir')
      const [, pid] = /process_id:(\\d+)/.exec(await redis.call('INFO', 'server'))
      console.log(pid, dir)
      setInterval(() => {}, 1000)
    `
    const owner = spawn(process.execPath, ['--input-type=module', '--eval', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [line] = await once(createInterface({ input: owner.stdout }), 'line')
    const [pid, directory] = String(line).split(' ')
    expect(existsSync(String(directory))).toBe(true)
    owner.kill('SIGKILL')
    const remains = () => existsSync(`/proc/${pid}`) || existsSync(String(directory))
    await expect.poll(remains, { timeout: 10_000 }).toBe(false)
  })
})

describe.runIf(redisAvailable())('startRedisCluster', () => {
  test('spreads keys over three masters', async () => {
    await using cluster = disposable(await startRedisCluster())
    const client = new Cluster(cluster.nodes.map((node) => ({ host: '127.0.0.1', port: node.port })))
    try {
      await Promise.all(Array.from({ length: 30 }, (_, index) => client.set(`key-${index}`, index)))
      const sizes = await Promise.all(cluster.nodes.map((node) => node.call('DBSIZE')))
      expect(sizes.every((size) => Number(size) > 0)).toBe(true)
      expect(sizes.reduce((sum: number, size) => sum + Number(size), 0)).toBe(30)
    } finally {
      client.disconnect()
    }
  })
})

function disposable<Server extends { stop: () => Promise<void> }>(server: Server): Server & AsyncDisposable {
  return { ...server, [Symbol.asyncDispose]: server.stop }
}
