import { RejectedError } from '@signalpost/domain'
import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../database.ts'
import { createId } from '../ids.ts'

export type Person = {
  personId: string
  /** In lower case, its domain in ASCII. It is this person's alone. */
  email: string | null
  /** What an admin typed who saw the link of the invitation. It identifies no one. */
  unprovenEmail: string | null
  name: string | null
  isOperator: boolean
  createdAt: Date
  lastSeenAt: Date | null
  disabledAt: Date | null
}

/** Taken while a person is created, so that exactly one can be the first. */
const creationLock = 7_313_025

/**
 * Creates a person. The first of an installation is an operator. Throws RejectedError `conflict` if the address
 * belongs to another person.
 */
export async function createPerson(
  transaction: DatabaseTransaction,
  {
    email,
    unprovenEmail = null,
    name,
    isOperator,
    nowMs,
  }: Pick<Person, 'email' | 'name' | 'isOperator'> & { unprovenEmail?: string | null; nowMs: number },
): Promise<Person> {
  await sql`select pg_advisory_xact_lock(${creationLock})`.execute(transaction)
  const { rows } = await sql<Person>`
    insert into people (person_id, email, unproven_email, name, is_operator, created_at)
    values (${createId('usr_', nowMs)}, ${email}, ${unprovenEmail}, ${name},
            ${isOperator} or not exists (select from people), ${new Date(nowMs)})
    on conflict (email) where disabled_at is null do nothing
    returning ${personColumns}`.execute(transaction)
  const [person] = rows
  if (person === undefined) throw new RejectedError('conflict', 'The address belongs to another person.')
  return person
}

/** Throws RejectedError `not_found`. */
export async function getPerson(database: Database, { personId }: { personId: string }): Promise<Person> {
  const found = await findPerson(database, { personId })
  return firstOf(found === undefined ? [] : [found])
}

/** Returns a person, disabled or not. */
export async function findPerson(
  database: Database,
  { personId }: { personId: string },
): Promise<Person | undefined> {
  const { rows } = await sql<Person>`
    select ${personColumns} from people where person_id = ${personId}`.execute(database)
  return rows[0]
}

/** Returns the person who has an address and is not disabled. */
export async function findPersonByEmail(database: Database, email: string): Promise<Person | undefined> {
  const { rows } = await sql<Person>`
    select ${personColumns} from people where email = ${email} and disabled_at is null`.execute(database)
  return rows[0]
}

/** Returns the disabled person who still holds an address. */
export async function findDisabledHolder(
  database: Database,
  email: string,
): Promise<{ personId: string } | undefined> {
  const { rows } = await sql<{ personId: string }>`
    select person_id as "personId" from people
    where email = ${email} and disabled_at is not null order by person_id limit 1`.execute(database)
  return rows[0]
}

/** A person who is called by an address that no one proved. */
type UnprovenPerson = Person & { orgIds: string[]; hasLogins: boolean }

/** Returns the people who are called by an address that no one proved, and locks them. */
export async function lockUnprovenPeople(
  transaction: DatabaseTransaction,
  email: string,
): Promise<UnprovenPerson[]> {
  const { rows } = await sql<UnprovenPerson>`
    select ${personColumns},
           array(select org_id from memberships m where m.person_id = p.person_id) as "orgIds",
           exists (select from person_logins l where l.person_id = p.person_id) as "hasLogins"
    from people p where unproven_email = ${email} and disabled_at is null
    order by person_id for update of p`.execute(transaction)
  return rows
}

/** Gives a person the address by which they were only called until now. */
export async function proveAddress(
  transaction: DatabaseTransaction,
  { personId }: { personId: string },
): Promise<void> {
  await sql`
    update people set email = unproven_email, unproven_email = null where person_id = ${personId}`.execute(
    transaction,
  )
}

/** Takes the address from a person, who cannot log in by it any more. */
export async function freeAddress(
  transaction: DatabaseTransaction,
  { personId }: { personId: string },
): Promise<Person> {
  const { rows } = await sql<Person>`
    update people set email = null where person_id = ${personId} returning ${personColumns}`.execute(
    transaction,
  )
  return firstOf(rows)
}

/** Returns the operator who was created first. */
export async function findFirstOperator(database: Database): Promise<Person | undefined> {
  const { rows } = await sql<Person>`
    select ${personColumns} from people where is_operator and disabled_at is null
    order by created_at, person_id limit 1`.execute(database)
  return rows[0]
}

/** Counts the operators who are not disabled, and locks their rows, so that two cannot disable each other. */
export async function lockOperators(transaction: DatabaseTransaction): Promise<string[]> {
  const { rows } = await sql<{ personId: string }>`
    select person_id as "personId" from people where is_operator and disabled_at is null
    order by person_id for update`.execute(transaction)
  return rows.map(({ personId }) => personId)
}

/** Throws RejectedError: `not_found`, or `conflict` if another person has the address by now. */
export async function setPersonDisabled(
  transaction: DatabaseTransaction,
  { personId, isDisabled, nowMs }: { personId: string; isDisabled: boolean; nowMs: number },
): Promise<Person> {
  const disabledAt = sql`case when ${isDisabled} then coalesce(disabled_at, ${new Date(nowMs)}) end`
  const { rows: taken } = await sql`
    select from people p join people other using (email)
    where p.person_id = ${personId} and other.person_id <> p.person_id and other.disabled_at is null
      and not ${isDisabled}`.execute(transaction)
  if (taken.length > 0) throw new RejectedError('conflict', 'Another person has the address by now.')
  const { rows } = await sql<Person>`
    update people set disabled_at = ${disabledAt} where person_id = ${personId}
    returning ${personColumns}`.execute(transaction)
  return firstOf(rows)
}

/** Makes a person an operator, or an operator a person without that part. Throws RejectedError `not_found`. */
export async function setOperator(
  transaction: DatabaseTransaction,
  { personId, isOperator }: { personId: string; isOperator: boolean },
): Promise<Person> {
  const { rows } = await sql<Person>`
    update people set is_operator = ${isOperator} where person_id = ${personId}
    returning ${personColumns}`.execute(transaction)
  return firstOf(rows)
}

/** Names a person; with `onlyIfUnnamed` only one without a name. Returns whether that changed something. */
export async function setPersonName(
  transaction: DatabaseTransaction,
  { personId, name, onlyIfUnnamed = false }: { personId: string; name: string; onlyIfUnnamed?: boolean },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update people set name = ${name}
    where person_id = ${personId} and name is distinct from ${name} and (name is null or not ${onlyIfUnnamed})`.execute(
    transaction,
  )
  return Number(numAffectedRows ?? 0) === 1
}

function firstOf([person]: Person[]): Person {
  if (person === undefined) throw new RejectedError('not_found', 'There is no such person.')
  return person
}

const personColumns = sql`
  person_id as "personId", email, unproven_email as "unprovenEmail", name, is_operator as "isOperator",
  created_at as "createdAt", last_seen_at as "lastSeenAt", disabled_at as "disabledAt"`
