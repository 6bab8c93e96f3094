import pg from 'pg'

const template = 'signalpost_template'
const owner = 'signalpost'

/** Creates the database that the others are cloned from, owned by the product's role. */
export async function createTemplate(
  server: { superuserUrl: string; url: string },
  migrate: (url: string) => Promise<unknown>,
): Promise<void> {
  await run(server.superuserUrl, `create database ${template} owner ${owner}`)
  await migrate(withDatabase(server.url, template))
}

export async function cloneTemplate(superuserUrl: string, name: string): Promise<void> {
  // Nothing here outlives a crash, so copying its files is quicker than logging its pages.
  await run(superuserUrl, `create database ${name} template ${template} owner ${owner} strategy file_copy`)
}

export async function dropDatabase(superuserUrl: string, name: string): Promise<void> {
  await run(superuserUrl, `drop database if exists ${name} with (force)`)
}

export function withDatabase(url: string, name: string): string {
  return Object.assign(new URL(url), { pathname: `/${name}` }).href
}

async function run(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
