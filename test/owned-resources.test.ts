import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

// What emits `error` by itself ends the process unless someone listens, also after an exception between its creation and
// its use. This list says, for each such construction of the product, who owns it.

const root = fileURLToPath(new URL('..', import.meta.url))

/** What they have in common: sockets, processes, threads, servers, streams, and errors that a timer raises. */
const constructions = new RegExp(
  [
    String.raw`\bnew (?:pg\.)?(?:Socket|Client|Pool|Redis|Cluster|Queue|Worker|WebSocket|EventEmitter|Readable|Writable|Duplex|Transform|PassThrough)\(`,
    String.raw`(?<![.\w])(?:connectTls|createReadStream|createWriteStream|createServer|createTransport|spawn|fork|execFile)\(`,
    String.raw`(?<![.\w])connect\((?:\{ (?:host|port|path)|target\))`,
    String.raw`\bcluster\.fork\(`,
    String.raw`\.destroy\(\s*(?:new |Object\.assign|error|fault|answered)`,
    String.raw`\.pipe\(`,
  ].join('|'),
  'g',
)

const owners: Readonly<Record<string, string>> = {
  'apps/api/src/openapi/reference/load-reference.ts: 1 × new Worker(': 'its error rejects the loading',
  'apps/cli/src/commands/doctor/host-checks.ts: 1 × createServer(': 'its error is the finding',
  'apps/cli/src/commands/service/build-pages.ts: 1 × spawn(': 'its error fails the build',
  'apps/cli/src/commands/warehouse/install-libraries.ts: 1 × spawn(': 'its error fails the command',
  'apps/cli/src/supervisor/supervise-process.ts: 1 × spawn(':
    'endOf listens for as long as the process lives',
  'apps/cli/src/supervisor/run-supervisor.ts: 1 × createServer(': 'its error is the answer',
  'infra/bootstrap.mjs: 1 × spawn(': 'no service runs in this process',
  'infra/embedded-postgres/src/backup/base-backup.ts: 1 × .destroy(new ':
    'the generator that reads the archive throws it',
  'infra/embedded-postgres/src/backup/base-backup.ts: 1 × new pg.Client(': 'has a listener at once',
  'infra/embedded-postgres/src/backup/extract-cluster.ts: 1 × createWriteStream(':
    'goes into its pipeline at once',
  'infra/embedded-postgres/src/create-cluster.ts: 1 × spawn(': "once(…, 'close') rejects by its error",
  'infra/embedded-postgres/src/files/guard-directory.ts: 1 × spawn(': 'for tests alone',
  'infra/embedded-postgres/src/server/launch-server.ts: 1 × createServer(':
    'its error rejects the search for a port',
  'infra/embedded-postgres/src/server/launch-server.ts: 1 × spawn(':
    'its error is the complaint of the start',
  'infra/run-program.mjs: 1 × spawn(': 'its error ends this process with a line',
  'packages/channels/src/email/open-transport.ts: 1 × createTransport(':
    'its pool hands each error to the mail that waits',
  'packages/database/src/database.ts: 1 × .destroy(Object.assign':
    'the client of the stream has a listener since it connected',
  'packages/database/src/records/deals/crlf-lines.ts: 1 × new Transform(':
    'a part of the pipeline of the export',
  'packages/database/src/records/deals/export-deals.ts: 1 × .destroy(new ':
    'the pipeline of the export listens',
  'packages/outgoing/src/connection.ts: 1 × .destroy(new ': 'connectTo listens before anything connects',
  'packages/outgoing/src/connection.ts: 1 × connect(target)': 'connectTo listens at once',
  'packages/outgoing/src/connection.ts: 1 × connect({ host': 'connectThrough listens at once',
  'packages/outgoing/src/connection.ts: 2 × connectTls(': 'connectTo and connectThrough listen at once',
  'packages/outgoing/src/create-guard.ts: 2 × .destroy(new ': 'endWith listens first',
  'packages/outgoing/src/send-request.ts: 1 × new Client(': 'emits no error; each request rejects by its own',
  'packages/outgoing/src/proxy/open-tunnel.ts: 1 × connect({ host':
    'listens at once, until its user has the socket',
  'packages/outgoing/src/proxy/proxy-agent.ts: 1 × connectTls(': "Node's client listens in the same turn",
  'packages/outgoing/src/proxy/proxy-dispatcher.ts: 1 × connectTls(': 'listens at once, until undici does',
  'packages/postgres/src/create-session-pool.ts: 1 × .destroy(Object.assign':
    'the pool listens to its clients',
  'packages/postgres/src/create-session-pool.ts: 1 × new Client(': 'has a listener at once',
  'packages/postgres/src/create-session-pool.ts: 1 × new Pool(':
    'createDatabase and createQueuePool listen to the pool and its clients',
  'packages/postgres/src/is-pooled-by-transaction.ts: 1 × new Client(': 'has a listener at once',
  'packages/queues/src/redis/connect-redis.ts: 1 × new Cluster(': 'has a listener at once',
  'packages/queues/src/redis/connect-redis.ts: 1 × new Redis(': 'has a listener at once',
  'packages/queues/src/open-connection.ts: 1 × new Queue(': "the queue's holder listens",
  'packages/queues/src/open-connection.ts: 1 × new Worker(': "the worker's supervisor listens",
  'packages/rest/src/routes/least-pace.ts: 1 × .destroy(new ': 'a part of the pipeline of the answer',
  'packages/rest/src/routes/least-pace.ts: 1 × new Transform(': 'a part of the pipeline of the answer',
  'packages/runtime/src/server/listen.ts: 1 × createServer(': 'its error fails the start',
  'packages/runtime/src/supervision/keep-serving.ts: 1 × cluster.fork(': 'has a listener at once',
  'packages/runtime/src/supervision/supervise-serving.ts: 1 × createServer(':
    "once(…, 'listening') rejects by its error",
  'packages/runtime/src/threads/create-threads.ts: 1 × new Worker(': 'has a listener at once',
  'packages/warehouses/src/bigquery/write-ndjson.ts: 1 × createReadStream(': 'goes into its pipeline at once',
  'packages/warehouses/src/bigquery/write-ndjson.ts: 1 × createWriteStream(':
    'goes into its pipeline at once',
  'packages/warehouses/src/clickhouse/connection.ts: 1 × createReadStream(':
    'has a listener at once, and is destroyed in any case',
  'packages/warehouses/src/clickhouse/read-extent.ts: 1 × createReadStream(':
    'goes into its pipeline at once',
  'packages/warehouses/src/network/bound-answers.ts: 3 × .destroy(new ':
    'request and answer have a listener; network/answers.integration.test.ts',
  'packages/warehouses/src/parquet/stores/bound-bucket-answers.ts: 1 × .destroy(new ':
    'readWhole listens; network/answers.integration.test.ts',
  'packages/warehouses/src/parquet/stores/bucket-store.ts: 1 × createReadStream(':
    'has a listener at once, and is destroyed in any case',
  'packages/warehouses/src/parquet/stores/bucket-store.ts: 1 × createWriteStream(':
    'goes into its pipeline at once',
  'packages/warehouses/src/parquet/write-current.ts: 1 × createReadStream(':
    'the loop that reads it destroys it in any case',
  'packages/warehouses/src/postgres/connection.ts: 1 × .destroy(answered':
    'containStream listens first; connection.integration.test.ts',
  'packages/warehouses/src/postgres/connection.ts: 1 × createReadStream(': 'goes into its pipeline at once',
  'packages/warehouses/src/postgres/connection.ts: 1 × new Socket(':
    'containStream listens before the driver has it; connection.integration.test.ts',
  'packages/warehouses/src/postgres/contain-stream.ts: 1 × .destroy(fault':
    'listens first; connection.integration.test.ts',
  'packages/warehouses/src/snowflake/empty-nulls.ts: 1 × new Transform(':
    'a part of the pipeline of the upload',
  'packages/warehouses/src/snowflake/snowflake-target.ts: 1 × createReadStream(':
    'goes into its pipeline at once',
  'packages/warehouses/src/snowflake/snowflake-target.ts: 1 × createWriteStream(':
    'goes into its pipeline at once',
}

test('every socket, process, thread, server and stream of the product has an owner', () => {
  const found = listFiles().flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    const names = [...text.matchAll(constructions)].map(([name]) => name.replaceAll(/\s+/g, ' '))
    const counts = Map.groupBy(names, (name) => name)
    return [...counts].map(([name, all]) => `${file}: ${all.length} × ${name}`)
  })
  expect(found.toSorted()).toEqual(Object.keys(owners).toSorted())
})

/** The product's own sources, without its pages and its tests. */
function listFiles(): string[] {
  const listed = execFileSync('git', ['ls-files', 'apps', 'packages', 'infra'], {
    cwd: root,
    encoding: 'utf8',
  })
  return listed
    .split('\n')
    .filter((file) => /\.(ts|mjs)$/.test(file))
    .filter((file) => !/\.test\.ts$|\/test-support\/|^packages\/testing\/|\/src\/web\//.test(file))
}
